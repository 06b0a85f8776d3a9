import Dispatch
import FileAccess
import Foundation
import Synchronization

/// Reads the symbols of frames in processes of its own, which are ended when one takes too long: a frame made to keep the
/// reader busy costs its sender an answer, and the others a moment.
final class FrameReaders: Sendable {
    /// What came of a frame.
    enum Reading: Sendable, Equatable {
        case texts([[UInt8]])
        /// It took too long, or ended the process.
        case givenUp
        /// No process could be started.
        case trouble(SystemError)
    }

    private struct Job: Sendable {
        let frame: Frame
        let answer: CheckedContinuation<Reading, Never>
    }

    private struct State {
        var waiting: [Job] = []
        var isClosed = false
        /// Frames that were given up and not told of, and when some were told of last.
        var givenUp = 0
        var told: ContinuousClock.Instant?
    }

    /// Between two times that frames are told of which were given up.
    private static let silence = Duration.seconds(60)

    private let state = Mutex(State())
    /// One for each job, and at the end one for each thread.
    private let bell = DispatchSemaphore(value: 0)
    private let ended = DispatchGroup()
    private let command: [String]
    private let count: Int
    private let patience: Duration
    private let start: Duration
    private let rest: Duration
    private let gaveUp: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - command: the program that runs `ReaderProcess`, and its arguments; started when it is needed.
    ///   - patience: for one frame.
    ///   - start: for a process to start; never less than for a frame, since a process that is ended while it starts never
    ///     reads any.
    ///   - rest: without a frame, after which its process is ended.
    ///   - gaveUp: is told now and then how many frames were given up.
    init(
        _ command: [String], count: Int = 2, patience: Duration = .seconds(1), start: Duration = .seconds(5),
        rest: Duration = .seconds(60), gaveUp: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.command = command
        self.count = count
        self.patience = patience
        self.start = max(start, patience)
        self.rest = rest
        self.gaveUp = gaveUp
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
            if isClosed { answer.resume(returning: .givenUp) } else { bell.signal() }
        }
    }

    /// Reads what it has, ends its processes, and returns when that is done.
    func close() async {
        state.withLock { $0.isClosed = true }
        for _ in 0..<count { bell.signal() }
        await withCheckedContinuation { continuation in
            ended.notify(queue: .global()) { continuation.resume() }
        }
    }

    private func work() {
        var child: ReaderChild?
        while true {
            if bell.wait(timeout: .now() + .milliseconds(Int(rest / .milliseconds(1)))) == .timedOut {
                child = nil
                continue
            }
            let job = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            guard let job else { return }
            let reading = read(job.frame, by: &child)
            if reading == .givenUp { noteGivenUp() }
            job.answer.resume(returning: reading)
        }
    }

    private func noteGivenUp() {
        let count: Int? = state.withLock { state in
            state.givenUp += 1
            if let told = state.told, .now < told + FrameReaders.silence { return nil }
            defer { state.givenUp = 0 }
            state.told = .now
            return state.givenUp
        }
        if let count { gaveUp(count) }
    }

    private func read(_ frame: Frame, by child: inout ReaderChild?) -> Reading {
        let isNew = child == nil
        do throws(SystemError) {
            if isNew { child = try ReaderChild(command) }
        } catch {
            return .trouble(error)
        }
        guard let reader = child.take() else { return .givenUp }
        do throws(FrameWire.Fault) {
            if isNew { try reader.start(before: .now + start) }
            let texts = try reader.read(frame, before: .now + patience)
            child = consume reader
            return .texts(texts)
        } catch {
            // It is ended here: the next frame gets another.
            return .givenUp
        }
    }
}
