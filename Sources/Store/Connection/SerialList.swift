import Ticketing

/// Serials of one statement, `serial IN (…)`: of few lengths, so that few texts are prepared. One serial several times is
/// no harm.
struct SerialList {
    /// How many one statement takes at most.
    static let most = 256

    let placeholders: String
    let values: [SQLValue]

    /// - Parameters:
    ///   - serials: one to `most`.
    ///   - first: the number of the first placeholder.
    init(_ serials: some Collection<Serial>, from first: Int) {
        var length = 1
        while length < serials.count { length *= 2 }
        values =
            serials.sorted().map { .int($0.rawValue) }
            + repeatElement(serials.max().map { .int($0.rawValue) } ?? .null, count: length - serials.count)
        placeholders = (first..<first + length).map { "$\($0)" }.joined(separator: ", ")
    }

    /// Any number of serials, as many at a time as one statement takes.
    static func parts(_ serials: [Serial]) -> [[Serial]] {
        stride(from: 0, to: serials.count, by: most).map { Array(serials[$0..<min($0 + most, serials.count)]) }
    }
}
