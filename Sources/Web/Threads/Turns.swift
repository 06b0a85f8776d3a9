import Synchronization

/// How many things somebody has under way at once.
final class Turns: Sendable {
    private let most: Int
    private let taken = Mutex<[String: Int]>([:])

    /// - Parameter most: for each of them.
    init(most: Int) { self.most = most }

    /// False where somebody has as many as they may.
    func take(_ who: String) -> Bool {
        taken.withLock { taken in
            guard taken[who, default: 0] < most else { return false }
            taken[who, default: 0] += 1
            return true
        }
    }

    func giveBack(_ who: String) {
        taken.withLock { taken in
            taken[who, default: 0] -= 1
            if taken[who, default: 0] <= 0 { taken[who] = nil }
        }
    }
}

/// One of them, given back when its owner lets go.
final class Turn: Sendable {
    private let who: String
    private let turns: Turns

    /// Nil where somebody has as many as they may.
    init?(_ who: String, in turns: Turns) {
        guard turns.take(who) else { return nil }
        self.who = who
        self.turns = turns
    }

    deinit { turns.giveBack(who) }
}
