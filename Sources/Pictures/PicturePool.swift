import Dispatch
import FileAccess
import Synchronization
public import Ticketing

/// Decodes pictures, one at a time, each in a separate process. A picture that takes too long or makes its process
/// crash harms nothing else.
public final class PicturePool: Sendable {
    private let command: [String]
    private let timeLimit: Duration
    private let mostWaiting: Int
    /// The number of pictures that are being decoded or are waiting.
    private let waiting = Mutex(0)
    private let queue = DispatchQueue(label: "pictures", qos: .utility)

    /// - Parameters:
    ///   - command: the program that runs `PictureProcess`, and its arguments.
    ///   - timeLimit: the maximum time for one picture, from the start of its process.
    ///   - mostWaiting: the maximum number of pictures that are being decoded or are waiting. Each may use 20 MB of
    ///     memory.
    public init(_ command: [String], timeLimit: Duration = .seconds(30), mostWaiting: Int = 4) {
        self.command = command
        self.timeLimit = timeLimit
        self.mostWaiting = mostWaiting
    }

    /// Waits until earlier pictures are decoded, then checks and decodes a file.
    ///
    /// - Throws: a `PictureError`, such as `busy` if too many pictures are waiting; `SystemError` if no process can be
    ///   started.
    public func prepare(_ file: [UInt8], as role: PictureRole) async throws -> PreparedPicture {
        let isAccepted = waiting.withLock { waiting in
            guard waiting < mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard isAccepted else { throw PictureError.busy }
        defer { waiting.withLock { $0 -= 1 } }
        let outcome: Result<PreparedPicture, any Error> = await withCheckedContinuation { continuation in
            queue.async { [command, timeLimit] in
                continuation.resume(
                    returning: Result {
                        try PicturePool.prepare(file, as: role, by: command, before: .now + timeLimit)
                    })
            }
        }
        return try outcome.get()
    }

    /// Checks and decodes a file, in another process. Returns when the process has ended.
    ///
    /// - Parameters:
    ///   - command: the program that runs `PictureProcess`, and its arguments.
    ///   - deadline: the time at which the process is killed.
    /// - Throws: a `PictureError`; `SystemError` if the process can't be started.
    public static func prepare(
        _ file: [UInt8], as role: PictureRole, by command: [String], before deadline: ContinuousClock.Instant
    ) throws -> PreparedPicture {
        guard !file.isEmpty else { throw PictureError.empty }
        guard file.count <= PictureError.byteLimit else { throw PictureError.tooManyBytes }
        let process = try SocketProcess(command)
        return try exchange(file, role, with: process, before: deadline).get()
    }

    private static func exchange(
        _ file: [UInt8], _ role: PictureRole, with process: borrowing SocketProcess,
        before deadline: ContinuousClock.Instant
    ) -> Result<PreparedPicture, PictureError> {
        do throws(SocketConnection.Fault) {
            return try exchange(file, role, over: process.connection(until: deadline))
        } catch {
            // The process reached its memory limit or its deadline, or a decoder has a fault.
            return .failure(.tooExpensive)
        }
    }

    private static func exchange(
        _ file: [UInt8], _ role: PictureRole, over wire: SocketConnection
    ) throws(SocketConnection.Fault) -> Result<PreparedPicture, PictureError> {
        guard try wire.number(upTo: PictureProtocol.unlocked) == PictureProtocol.ready else { return .failure(.noLock) }
        try PictureProtocol.send(role, to: wire)
        try wire.send(file.count)
        try wire.send(file)
        return try PictureProtocol.receive(role, from: wire)
    }
}
