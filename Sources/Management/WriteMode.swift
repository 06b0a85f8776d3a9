/// Whether an operation commits its changes, or rolls them back at the end.
public enum WriteMode: Sendable {
    case commit
    /// Runs the whole operation, then rolls it back.
    case dryRun
}

/// Runs a transaction, and rolls it back if the caller asked for a dry run.
///
/// - Parameter work: runs one transaction. The transaction's last step must pass its result to the closure that `work`
///   receives.
func withWriteMode<Result: Sendable>(
    _ effect: WriteMode, _ work: (_ effect: (Result) throws -> Result) throws -> Result
) throws -> Result {
    do {
        return try work { result in
            if effect == .dryRun { throw DryRunResult(result: result) }
            return result
        }
    } catch let tried as DryRunResult<Result> {
        return tried.result
    }
}

/// An error that is thrown at the end of a dry run, to roll the transaction back and to return its result.
private struct DryRunResult<Result: Sendable>: Error {
    let result: Result
}
