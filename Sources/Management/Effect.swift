/// Whether an operation that can be tried first writes anything.
public enum Effect: Sendable {
    case write
    /// Everything is tried, and taken back.
    case tryOnly
}

/// Does work whose effect is chosen by the caller.
///
/// - Parameter work: one transaction, which ends by handing its result through the closure that it is given.
func taking<Result: Sendable>(
    _ effect: Effect, _ work: (_ effect: (Result) throws -> Result) throws -> Result
) throws -> Result {
    do {
        return try work { result in
            if effect == .tryOnly { throw Tried(result: result) }
            return result
        }
    } catch let tried as Tried<Result> {
        return tried.result
    }
}

/// Takes back everything that was tried.
private struct Tried<Result: Sendable>: Error {
    let result: Result
}
