/// Whether an operation writes its changes, or only tries them (a dry run).
public enum WriteMode: Sendable {
    case commit
    /// Runs the whole operation, then rolls it back.
    case dryRun
}

/// Runs a transaction, and rolls it back if the caller asked for a dry run.
///
/// - Parameter work: one transaction. It must end by passing its result to the closure that it receives.
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

/// Thrown at the end of a dry run: rolls the transaction back, and carries its result out.
private struct DryRunResult<Result: Sendable>: Error {
    let result: Result
}
