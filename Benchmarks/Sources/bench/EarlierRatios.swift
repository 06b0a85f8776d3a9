import Foundation

/// The ratios that an earlier run of `make bench` has written into Docs/Benchmarks.md.
struct EarlierRatios {
    private let ratios: [String: Double]

    /// If the file `page` is missing, there are no earlier ratios.
    init(page: String) {
        let text = String(decoding: FileManager.default.contents(atPath: page) ?? Data(), as: UTF8.self)
        let rows = text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let pairs = rows.filter { $0.count > 3 }.compactMap { cells in Double(cells[3]).map { (cells[0], $0) } }
        ratios = Dictionary(pairs) { first, _ in first }
    }

    /// The earlier ratio for the work of `row` if the new ratio exceeds the limit; otherwise nil. The limit is 1.1
    /// times the earlier ratio, plus 0.005 because Docs/Benchmarks.md rounds ratios to two decimals.
    func exceeded(by row: BenchmarkRow) -> Double? {
        guard let earlier = ratios[row.work], row.ratio > 1.1 * earlier + 0.005 else { return nil }
        return earlier
    }
}
