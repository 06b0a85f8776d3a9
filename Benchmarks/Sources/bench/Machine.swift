import Foundation

/// What the figures were measured on, and how to read them.
enum Machine {
    static var page: String {
        """
        # Benchmarks

        Written by `make bench`: a release build, each line beside the bare library in the same run, in turns, medians.
        Machines differ and are noisy: compare the ratios. A ratio is ours ÷ bare; the bar is what it may be at most.

        - Machine: \(processor), \(ProcessInfo.processInfo.activeProcessorCount) processors
        - System: \(ProcessInfo.processInfo.operatingSystemVersionString)
        - Disk: the one that holds the working copy; every scan and every commit is synced to it on both sides

        The bare programs are in `Benchmarks/Sources/CBare`: the same rows, the same disk, the same durability, nothing
        else. The faster the disk syncs, the harder the line of `gate check`: the bare program then waits less for each
        of its commits, while ours, which commits up to 64 scans together, hardly waits at all. What the office does is
        beside the engines' own shells, pgbench, and Python with openpyxl; a line whose tool is not there is left out.

        A pack is made beside a copy of its rows by SQLite's shell: from the office's file the columns of the tickets that a
        pack has, in the order of their key, and the lines of the list, ready and sorted, from a pack; into a new file with
        the same tables and indexes, without a log, synced once. Tables that are alike SQLite copies cell by cell, in less
        than half the time; a pack's tickets are not those of the office, so nobody could make one that way.

        Sheets are drawn by the whole command, from the store to the synced file, ten tickets with names to an A4 page as
        `Samples/Layouts/a4-10.json` has them. Beside it are the symbols alone, by libqrencode on one thread, and
        `Benchmarks/Python/sheets.py`, which puts the same tickets on paper with ReportLab and segno, once: it takes a
        minute. Pages are read back beside poppler and ZXing-C++ drawing and decoding the same squares, which ask for
        nothing but the text: no quiet zone, no contrast. Memory is the most that the kernel saw. PNG files go to
        memory, which syncs nothing, beside a C program that has the tokens at hand and is asked for no store and no
        signature.

        Scans by HTTP are asked of `eventpass serve` over a connection that stays open, beside a gate in the measuring process,
        on the same store, and one answer of a bare Hummingbird that takes the same body. Two hundred devices are as many
        connections to one gate, each of which asks as soon as it is answered. A frame is 921,600 octets with one symbol in the
        middle, which `serve` has read in another process. A dashboard is asked for when its figures are older than they are
        kept; beside it are the sums that it shows, in SQLite's shell. What a server has in memory is what the kernel calls
        resident, without the processes that read frames.
        """
    }

    private static var processor: String {
        guard let text = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return "unknown processor" }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }
}
