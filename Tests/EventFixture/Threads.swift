import Foundation
import Synchronization

/// Runs a body many times concurrently and waits for all runs. Uses threads, because only as many tasks run
/// concurrently as there are cores.
///
/// - Throws: the first error, when all have ended.
public func atOnce<Answer: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Answer
) throws -> [Answer] {
    let answers = Answers<Answer>()
    let group = DispatchGroup()
    for number in 0..<count {
        group.enter()
        Thread.detachNewThread {
            let answer = Result { try body(number) }
            answers.all.withLock { $0[number] = answer }
            group.leave()
        }
    }
    group.wait()
    return try answers.all.withLock { all in try (0..<count).compactMap { try all[$0]?.get() } }
}

private final class Answers<Answer: Sendable>: Sendable {
    let all = Mutex<[Int: Result<Answer, any Error>]>([:])
}
