import Dispatch
import FileAccess
import Foundation
import Synchronization

/// Reads the QR symbols in camera frames, in separate processes. A process that takes too long is killed, so a
/// malicious frame delays other frames only briefly.
package final class FrameReaderPool: Sendable {
    enum Reading: Sendable, Equatable {
        case texts([[UInt8]])
        /// The reader process took too long to read the frame, or sent no valid answer, or the pool is closed.
        case timedOut
        /// No process could be started, or the process could not map the shared memory.
        case failed(SystemError)
    }

    private struct Job: Sendable {
        let frame: Frame
        let answer: CheckedContinuation<Reading, Never>
    }

    private struct State {
        var waiting: [Job] = []
        var isClosed = false
        var timedOut = 0
        var lastReport: ContinuousClock.Instant?
    }

    private static let reportInterval = Duration.seconds(60)

    private let state = Mutex(State())
    /// Signalled once for each new job. When the pool closes, the semaphore is signalled once for each thread.
    private let jobSemaphore = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()
    private let command: [String]
    private let count: Int
    private let frameTimeout: Duration
    private let startTimeout: Duration
    private let idleTimeout: Duration
    private let onTimeout: @Sendable (Int) -> Void

    /// Makes a pool and starts its threads.
    ///
    /// - Parameters:
    ///   - command: the program that runs `ReaderProcess`, and its arguments. If a frame arrives at a thread that has
    ///     no running process, the thread starts the program.
    ///   - count: the number of threads. Each thread has at most one process.
    ///   - frameTimeout: time limit for one frame.
    ///   - startTimeout: time limit for starting a process. If this limit is less than `frameTimeout`, then
    ///     `frameTimeout` is the limit.
    ///   - idleTimeout: if a process gets no frame for this time, the pool ends the process.
    ///   - onTimeout: called at most once a minute, with the number of frames that timed out since the last call.
    init(
        _ command: [String], count: Int = 2, frameTimeout: Duration = .seconds(1), startTimeout: Duration = .seconds(5),
        idleTimeout: Duration = .seconds(60), onTimeout: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.command = command
        self.count = count
        self.frameTimeout = frameTimeout
        self.startTimeout = max(startTimeout, frameTimeout)
        self.idleTimeout = idleTimeout
        self.onTimeout = onTimeout
        for _ in 0..<count {
            ended.enter()
            let thread = Thread { [self] in
                work()
                ended.leave()
            }
            thread.name = "frames"
            thread.start()
        }
    }

    func read(_ frame: Frame) async -> Reading {
        await withCheckedContinuation { answer in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.waiting.append(Job(frame: frame, answer: answer)) }
                return state.isClosed
            }
            if isClosed { answer.resume(returning: .timedOut) } else { jobSemaphore.signal() }
        }
    }

    /// Accepts no more frames, reads the waiting frames, and ends the processes. Returns when all processes have ended.
    func close() async {
        state.withLock { $0.isClosed = true }
        for _ in 0..<count { jobSemaphore.signal() }
        await withCheckedContinuation { continuation in
            ended.notify(queue: .global()) { continuation.resume() }
        }
    }

    private func work() {
        var child: ReaderProcessHandle?
        while true {
            if jobSemaphore.wait(timeout: .now() + .milliseconds(Int(idleTimeout / .milliseconds(1)))) == .timedOut {
                child = nil
                continue
            }
            let job = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            guard let job else { return }
            let reading = read(job.frame, by: &child)
            if reading == .timedOut { reportTimeout() }
            job.answer.resume(returning: reading)
        }
    }

    private func reportTimeout() {
        let count: Int? = state.withLock { state in
            state.timedOut += 1
            if let lastReport = state.lastReport, .now < lastReport + FrameReaderPool.reportInterval { return nil }
            defer { state.timedOut = 0 }
            state.lastReport = .now
            return state.timedOut
        }
        if let count { onTimeout(count) }
    }

    private func read(_ frame: Frame, by child: inout ReaderProcessHandle?) -> Reading {
        let isNew = child == nil
        do throws(SystemError) {
            if isNew { child = try ReaderProcessHandle(command) }
        } catch {
            return .failed(error)
        }
        guard let reader = child.take() else { return .timedOut }
        do throws(FrameConnection.Fault) {
            if isNew, try !reader.start(before: .now + startTimeout) {
                return .failed(SystemError(.makeSharedMemory, errno: ENOMEM))
            }
            let texts = try reader.read(frame, before: .now + frameTimeout)
            child = consume reader
            return .texts(texts)
        } catch {
            // The process is killed when its handle is destroyed here. The next frame starts another process.
            return .timedOut
        }
    }
}
