import ArgumentParser
import Languages

/// The option that limits the length of a list.
struct FirstOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.first))
    var first: Int?

    private static let allowed = 1...1_000_000_000

    func validate() throws {
        guard let first, !FirstOption.allowed.contains(first) else { return }
        throw ValidationError(Text.outOfRange, ["limit": .number(FirstOption.allowed.upperBound)])
    }

    /// Thrown by `limit` to end the iteration.
    private struct LimitReached: Error {}

    /// Passes items to `accept`. Stops when `accept` has returned true for as many items as `--first` allows.
    ///
    /// - Parameters:
    ///   - forEach: calls `body` with each item.
    ///   - accept: handles an item; returns false if the item does not count towards the limit.
    func limit<Item>(
        _ forEach: (_ body: (Item) throws -> Void) throws -> Void, _ accept: @escaping (Item) throws -> Bool
    ) throws {
        var count = 0
        do {
            try forEach { item in
                if try accept(item) { count += 1 }
                if count == first { throw LimitReached() }
            }
        } catch is LimitReached {}
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsFirst"

        case first = "Show at most this many entries."
        case outOfRange = "--first must be 1 to {limit}"
    }
}
