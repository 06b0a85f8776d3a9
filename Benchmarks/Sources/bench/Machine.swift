import Foundation

/// Describes the machine that runs the benchmarks, and explains the table of results.
enum Machine {
    static var page: String {
        """
        # Benchmarks

        `make bench` measures a release build and writes this page. Each line of the table compares our code with
        bare code, which does the same work by calling the libraries directly. Both are measured alternately in the
        same run. The figures are medians, except where a line says p99 (the 99th percentile), the longest wait, or
        memory. Times differ between machines and runs, so compare the ratios. A ratio is our figure divided by that of
        the bare code; the bar is the highest allowed ratio.

        - Machine: \(processor), \(ProcessInfo.processInfo.activeProcessorCount) processors
        - System: \(ProcessInfo.processInfo.operatingSystemVersionString)
        - Disk: the disk of the working copy; our code and the bare code sync every scan and every commit to it

        The bare programs are in `Benchmarks/Sources/CBare`. They write the same rows to the same disk with the same
        durability, and nothing else. A gate pack signs each scan with Ed25519, so the bare program signs the scans of a
        pack, too. On a disk that syncs faster, the ratio of `gate check` is higher. The bare program then waits less
        for each commit, but our program, which commits up to 64 scans together, hardly becomes faster. The main store's
        operations are compared with the engines' own shells, pgbench, and Python with openpyxl. If a tool is not
        installed, the lines that need the tool have no figures.

        Creating a gate pack is compared with SQLite's shell, which copies the pack's rows into a new file with the same
        tables and indexes. The tickets come from the main store, in key order and without the columns that a pack
        lacks. The sorted list of digests comes from an existing pack. The shell writes no log, and syncs the file once.
        If both ticket tables had the same columns, SQLite could copy the rows without decoding them, in less than half
        the time. But the ticket table of a pack has different columns.

        `print sheets` is measured as a whole command, from the store to the synced file. It prints ten tickets with
        names on each A4 page, in the layout of `Samples/Layouts/a4-10.json`. It is compared with libqrencode, which
        only encodes the symbols on one thread, and with `Benchmarks/Python/sheets.py`, which prints the same tickets
        with ReportLab and segno. The Python program runs only once, because it takes a minute. The self-check is
        compared with poppler and ZXing-C++, which render and decode the same squares. These libraries check only the
        text, not the quiet zone or the contrast. Memory is the peak that the kernel reports. The export of PNG files
        writes to a file system in memory, so nothing is synced. It is compared with a C program that has the tokens in
        memory and needs neither the store nor signatures. The pictures for lock screens are compared with
        `Benchmarks/Python/cards.py`, which draws pictures of the same size with Pillow.

        Scans by HTTP go to `eventpass serve` over a persistent connection. The time of such a scan is compared with the
        sum of two times: the decision of a gate in the measuring process, on the same store, and the response of a bare
        Hummingbird server that reads the same body. Two hundred devices are two hundred connections to one gate. Each
        device sends its next scan after the response to its previous scan. A camera frame has 921,600 bytes and one
        symbol in its middle; `serve` decodes the frame in another process. Each measured request for the dashboard is
        sent after the cached figures have expired. Its time is compared with the time of the dashboard's queries in
        SQLite's shell. A server's memory is its resident memory, without the processes that decode frames.

        The change of an event with 100,000 holders is compared with SQLite's shell, which inserts the same notices in
        one transaction. `notice send` writes the messages into a folder, and is compared with
        `Benchmarks/Python/mails.py`, which composes mails with the same parts and syncs each file, too. A gate in the
        measuring process scans a ticket every 5 ms: first while nothing else uses the store, then while another process
        changes the event, and finally while `notice send` runs. The time of such a scan begins when the scan is due, so
        it includes the wait for earlier scans. The table shows the p99 during the change or during `notice send`,
        whichever is larger.
        """
    }

    private static var processor: String {
        guard let text = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return "unknown processor" }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }
}
