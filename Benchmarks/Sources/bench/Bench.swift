import Foundation

/// `bench PROGRAM [RUNS] [NAME…]` runs all benchmarks, or only the named ones, and prints a table in Markdown. PROGRAM
/// is the path of `eventpass`, built for release. Each benchmark is run RUNS times, by default once; the table shows
/// the run with the median ratio.
@main
enum Bench {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments.first?.hasPrefix("contend") == true { return try contend(arguments) }
            if arguments.first == "sell" { return try sell(arguments) }
            if arguments.first == "admit" { return try admit(arguments) }
            if arguments.first == "move" { return try move(arguments) }
            if arguments.first == "answer" { return try await BareServer.run() }
            guard let program = arguments.first else { throw Trouble("usage: bench PROGRAM [RUNS] [NAME…]") }
            let named = arguments.dropFirst().compactMap(Benchmark.init)
            let runs = arguments.dropFirst().first.flatMap { Int($0) } ?? 1
            let earlier = EarlierRatios(page: "../Docs/Benchmarks.md")
            write(named.isEmpty ? "\(Machine.page)\n\n\(header)" : header)
            var missed: [BenchmarkRow] = []
            for benchmark in named.isEmpty ? Benchmark.allCases : named {
                for row in try benchmark.medians(program, runs: runs) {
                    write(row.line)
                    if let ratio = earlier.exceeded(by: row) {
                        complain("\(decimals(row.ratio)), before \(decimals(ratio)): \(row.work)")
                    }
                    if row.isMissed { missed.append(row) }
                }
            }
            for row in missed { complain("missed: \(row.work)") }
            exit(missed.isEmpty ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(2)
        }
    }

    /// Writes a line immediately, so that the finished lines remain if the run is interrupted.
    private static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private static func complain(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

    private static let header = """
        | work | bare | ours | ratio | bar | |
        |---|---|---|---|---|---|
        """
}

extension BenchmarkRow {
    var line: String {
        let bar = bar.isFinite ? "≤ \(decimals(bar))" : "–"
        return "| \(work) | \(figure(bare)) | \(figure(ours)) | \(decimals(ratio)) | \(bar) | \(remark) |"
    }

    private func figure(_ value: Double) -> String {
        switch unit {
        case .time: microseconds(value)
        case .megabytes: value.isFinite ? "\(Int(value)) MB" : "–"
        }
    }
}

func microseconds(_ nanoseconds: Double) -> String {
    guard nanoseconds.isFinite else { return "–" }
    return nanoseconds < 10_000
        ? "\(Int(nanoseconds)) ns"
        : nanoseconds < 10_000_000 ? "\(Int(nanoseconds / 1000)) µs" : "\(Int(nanoseconds / 1_000_000)) ms"
}

private func decimals(_ value: Double) -> String { value.isFinite ? String(format: "%.2f", value) : "–" }
