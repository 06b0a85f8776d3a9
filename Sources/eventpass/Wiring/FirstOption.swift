import ArgumentParser

/// How many lines of a list are wanted.
struct FirstOption: ParsableArguments {
    @Option(help: "So many at most.")
    var first: Int?

    private static let allowed = 1...1_000_000_000

    func validate() throws {
        guard let first, !FirstOption.allowed.contains(first) else { return }
        throw ValidationError("--first is from 1 to \(FirstOption.allowed.upperBound)")
    }

    /// Ends a reading when enough was taken.
    private struct Enough: Error {}

    /// Takes things one by one until there are enough.
    ///
    /// - Parameters:
    ///   - forEach: hands over all of them.
    ///   - take: false for what is passed over, and does not count.
    func limit<Thing>(
        _ forEach: (_ body: (Thing) throws -> Void) throws -> Void, _ take: @escaping (Thing) throws -> Bool
    ) throws {
        var taken = 0
        do {
            try forEach { thing in
                if try take(thing) { taken += 1 }
                if taken == first { throw Enough() }
            }
        } catch is Enough {}
    }
}
