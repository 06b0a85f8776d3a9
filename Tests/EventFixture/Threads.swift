import Foundation
import Synchronization

/// Runs a closure many times concurrently, each time on a new thread, and waits for all runs. Returns the
/// results in the order of the runs’ numbers. Swift tasks are not enough, because Swift runs only one task at a time
/// on each core of the machine.
///
/// - Throws: the error of the failed run with the lowest number, after all runs have ended.
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
