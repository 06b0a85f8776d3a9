import ArgumentParser

/// The option that limits the length of a list.
struct FirstOption: ParsableArguments {
    @Option(help: "Show at most this many.")
    var first: Int?

    private static let allowed = 1...1_000_000_000

    func validate() throws {
        guard let first, !FirstOption.allowed.contains(first) else { return }
        throw ValidationError("--first must be 1 to \(FirstOption.allowed.upperBound)")
    }

    /// Ends the iteration at the limit.
    private struct LimitReached: Error {}

    /// Iterates until the limit is reached.
    ///
    /// - Parameters:
    ///   - forEach: calls its argument for each item.
    ///   - take: handles an item; returns false if the item does not count.
    func limit<Thing>(
        _ forEach: (_ body: (Thing) throws -> Void) throws -> Void, _ accept: @escaping (Thing) throws -> Bool
    ) throws {
        var taken = 0
        do {
            try forEach { thing in
                if try accept(thing) { taken += 1 }
                if taken == first { throw LimitReached() }
            }
        } catch is LimitReached {}
    }
}
