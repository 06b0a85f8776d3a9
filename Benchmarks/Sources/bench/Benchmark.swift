/// The benchmarks, by the names that `bench PROGRAM NAME …` accepts.
enum Benchmark: String, CaseIterable {
    case signing, drawing
    case issuing, scanning, growing, streaming, contending, searching, reporting, importing, copying, selling
    case refusing, crowding, packing, merging, paging, printing, checking, weighing, exporting, picturing, serving
    case notifying, recommending, listing

    /// Runs the benchmark `runs` times. For each line of the table, returns the run with the median ratio.
    func medians(_ program: String, runs: Int) throws -> [BenchmarkRow] {
        let all = try (0..<runs).map { _ in try run(program) }
        return all[0].indices.map { line in
            all.map { $0[line] }.sorted { $0.ratio < $1.ratio }[runs / 2]
        }
    }

    private func run(_ program: String) throws -> [BenchmarkRow] {
        switch self {
        case .signing: try tokenBenchmarks()
        case .drawing: try symbolBenchmarks()
        case .issuing: [try bench.issuing(program)]
        case .scanning: [try bench.scanning(program)]
        case .growing: [try bench.growing(program)]
        case .streaming: [try bench.streaming(program)]
        case .contending: [try bench.contending(program)]
        case .searching: try bench.searching(program)
        case .reporting: try bench.reporting(program)
        case .importing: try bench.importing(program) + [bench.importingOnServer()]
        case .copying: try bench.copying(program)
        case .selling: try bench.selling(program)
        case .refusing: try bench.refusing(program)
        case .crowding: try bench.crowding(program)
        case .packing: try bench.packing(program)
        case .merging: try bench.merging(program)
        case .paging: try bench.paging(program)
        case .printing: try bench.printing(program)
        case .checking: try bench.checking(program)
        case .weighing: try bench.weighing(program)
        case .exporting: try bench.exporting(program)
        case .picturing: try drawingCards(program)
        case .serving: try bench.serving(program) + [bench.watching(program)]
        case .notifying: try bench.notifying(program)
        case .recommending: try bench.recommending(program)
        case .listing: try bench.listing(program)
        }
    }
}
