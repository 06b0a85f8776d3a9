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
        - Disk: the one that holds the working copy; every scan and every commit is synced to it on both sides

        The bare programs are in `Benchmarks/Sources/CBare`. They write the same rows to the same disk with the same
        durability, and nothing else. The faster the disk syncs, the higher the ratio of `gate check`: the bare program
        then waits less for each commit, while ours commits up to 64 scans together and hardly waits at all. The main
        store's operations are compared with the engines' own shells, pgbench, and Python with openpyxl. If a tool is
        not installed, its line is skipped.

        Creating a gate pack is compared with SQLite's shell copying its rows: the packed columns of the main store's
        tickets, in key order, and the prepared and sorted lines of the list from an existing pack. The copy goes into a
        new file with the same tables and indexes, without a log, synced once. SQLite copies identical tables cell by
        cell in less than half the time, but a pack's ticket table differs from the main store's, so a pack can't be
        created that way.

        `print sheets` is measured as a whole command, from the store to the synced file: ten tickets with names to an
        A4 page, in the layout of `Samples/Layouts/a4-10.json`. It is compared with libqrencode encoding the symbols
        alone on one thread, and with `Benchmarks/Python/sheets.py`, which prints the same tickets with ReportLab and
        segno. The Python program runs only once, because it takes a minute. The self-check is compared with poppler and
        ZXing-C++ rendering and decoding the same squares; these check only the text, not the quiet zone or the
        contrast. Memory is the peak that the kernel reports. PNG files are written to memory, which syncs nothing. They
        are compared with a C program that has the tokens in memory and uses neither store nor signature.

        Scans by HTTP go to `eventpass serve` over a persistent connection. They are compared with a gate in the
        measuring process on the same store plus one response of a bare Hummingbird server that reads the same body. Two
        hundred devices are as many connections to one gate, each of which sends its next scan after the response. A
        frame has 921,600 octets with one symbol in the middle, which `serve` decodes in another process. A dashboard is
        requested when its cached figures have expired, and is compared with its queries in SQLite's shell. A server's
        memory is its resident memory, without the processes that decode frames.
        """
    }

    private static var processor: String {
        guard let text = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return "unknown processor" }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }
}
