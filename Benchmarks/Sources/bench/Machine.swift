import Foundation

/// Describes the machine of the measurements, and explains the table.
enum Machine {
    static var page: String {
        """
        # Benchmarks

        Written by `make bench` from a release build. Each line compares our code with the bare library, measured
        alternately in the same run; the figures are medians. Machines differ and are noisy, so compare the ratios. A
        ratio is ours ÷ bare; the bar is its maximum.

        - Machine: \(processor), \(ProcessInfo.processInfo.activeProcessorCount) processors
        - System: \(ProcessInfo.processInfo.operatingSystemVersionString)
        - Disk: that of the working copy; our code and the bare programs sync every scan and every commit to it

        The bare programs are in `Benchmarks/Sources/CBare`. They write the same rows to the same disk with the same
        durability, and nothing else. The faster the disk syncs, the higher is the ratio of `gate check`. A faster disk
        shortens the bare program's wait for each commit. Our program commits up to 64 scans together, so it hardly
        waits at all. Other operations on the store are compared with `sqlite3`, `psql`, pgbench, and Python with
        openpyxl. If a tool is not installed, its line is skipped.

        A gate pack is a file for a gate without a network. Creating one is compared with SQLite's shell, which copies
        the same rows of tickets, and the finished list of tokens from an existing pack. The shell copies into a new
        file with the same tables and indexes, without a log, and syncs the file once. SQLite copies between identical
        tables in less than half the time. A pack cannot use that, because its ticket table differs from that of the
        store.

        `print sheets` is measured as a whole command, from the store to the synced file. It prints ten tickets with
        names on each A4 page, in the layout of `Samples/Layouts/a4-10.json`. One comparison is libqrencode, which
        encodes only the symbols, on one thread. The other is `Benchmarks/Python/sheets.py`, which prints the same
        tickets with ReportLab and segno. The Python program runs only once, because it takes a minute. The self-check
        decodes the symbols on the finished pages. It is compared with poppler and ZXing-C++, which render and decode
        the same squares but check neither the quiet zone nor the contrast. Memory is the peak that the kernel reports.
        PNG files are written to a file system in memory, so nothing is synced. They are compared with a C program that
        has the tokens in memory, and therefore reads no store and signs nothing.

        Scans by HTTP go to `eventpass serve` over a persistent connection. The comparison is the sum of two times: a
        decision of a gate in the measuring process, and a response of a bare Hummingbird server. Two hundred devices
        are two hundred connections to one gate. Each connection sends its next scan after the response to the previous
        one. A camera frame has 921,600 octets and one symbol in the middle; `serve` decodes it in another process. The
        dashboard is requested when its cached figures have expired. It is compared with the same queries in SQLite's
        shell. The memory of a server is its resident memory, without the processes that decode frames.
        """
    }

    private static var processor: String {
        guard let text = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return "unknown processor" }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }
}
