/// Whether an operation commits its changes, or rolls them back at the end.
public enum WriteMode: Sendable {
    case commit
    /// Runs the whole operation, then rolls it back.
    case dryRun
}

/// Runs a transaction, and rolls it back if the caller asked for a dry run.
///
/// - Parameter work: runs one transaction. As the last step of the transaction, `work` must pass the result to the
///   closure `effect`. In a dry run, `effect` throws an error, which rolls the transaction back.
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

/// An error that rolls back the transaction of a dry run. It contains the transaction's result, which `withWriteMode`
/// returns.
private struct DryRunResult<Result: Sendable>: Error {
    let result: Result
}
