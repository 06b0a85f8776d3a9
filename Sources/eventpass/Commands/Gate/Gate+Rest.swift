import FileAccess
import Gate

extension Gate {
    /// How long a gate waits for the next scan before it writes down what it has refused, in milliseconds.
    private static let restAfter: Int32 = 500

    /// Writes down what is not written, when no scan comes for half a second.
    ///
    /// - Parameter trouble: is told why it could not; it is tried again.
    func rest(at input: LineReader, trouble: (any Error) throws -> Void) rethrows {
        guard hasUnwritten, input.isIdle(forMilliseconds: Gate.restAfter) else { return }
        do { try flush() } catch { try trouble(error) }
    }
}
