import CBare
import Foundation

/// 100,000 symbols as PNG files in memory, with their tokens signed anew, beside libqrencode, libdeflate and the system's
/// calls on as many threads.
func exporting(_ program: String) throws -> BenchmarkRow {
    let count = 100_000
    let stage = try Stage("export", program: program, tickets: count)
    let tokens = try stage.tickets(try stage.openStore(), atMost: count).map { $0.token + "\n" }.joined()
    let threads = Int32(ProcessInfo.processInfo.activeProcessorCount)
    let folder = "/dev/shm/eventpass-bench-\(getpid())"
    let clock = ContinuousClock()
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var written: Int64 = 0
        bare.append(clock.measure { written = bare_export(tokens, Int64(count), folder, threads) } / .nanoseconds(1))
        try FileManager.default.removeItem(atPath: folder)
        guard written == count else { throw Trouble("the bare program wrote \(written) files") }
        ours.append(
            try clock.measure {
                try Stage.run(
                    program, ["ticket", "export", stage.event.slug, "--format", "png", "--output", folder],
                    data: stage.data)
            } / .nanoseconds(1))
        try FileManager.default.removeItem(atPath: folder)
    }
    let (bareOne, ourOne) = (median(bare) / Double(count), median(ours) / Double(count))
    return BenchmarkRow(
        work: "ticket export of 100,000 PNG files to memory, a file, beside libqrencode, libdeflate and write on "
            + "\(threads) threads",
        bare: bareOne, ours: ourOne, bar: 1 / 0.6, remark: "\(Int(1e9 / ourOne)) a second")
}
