import Foundation
import Synchronization

/// A proxy that forwards everything between a client and a server. On request, it cuts the connection at the next
/// COMMIT.
public final class CuttingProxy: Sendable {
    /// The traffic that is lost at a COMMIT.
    public enum Cut: Sendable {
        /// The COMMIT reaches the server, but the response is lost.
        case answer
        /// The COMMIT itself is lost.
        case commit
        /// The response is lost, and the server stays unreachable.
        case everything
    }

    public let port: UInt16
    private let listener: Int32
    private let cuts = Mutex<[Cut]>([])
    private let isClosed = Mutex(false)

    public init(to server: UInt16) throws {
        (listener, port) = try Loopback.listener()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                guard !self.isClosed.withLock({ $0 }) else {
                    close(client)
                    continue
                }
                do {
                    self.carry(client, try Loopback.connect(to: server))
                } catch {
                    close(client)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    public func cutNextCommit(_ cut: Cut = .answer) { cuts.withLock { $0.append(cut) } }

    /// Forwards a connection on two threads, one for each direction.
    private func carry(_ client: Int32, _ server: Int32) {
        let ends = Ends(client: client, server: server)
        Thread.detachNewThread {
            CuttingProxy.pass(from: client, to: server) { bytes in
                // In PostgreSQL's simple query protocol, a query consists of a "Q", a length and the SQL text.
                guard bytes.first == UInt8(ascii: "Q"), bytes.count >= 12, bytes[5..<11].elementsEqual("COMMIT".utf8)
                else { return true }
                guard let cut = self.cuts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return true }
                if cut == .everything { self.isClosed.withLock { $0 = true } }
                ends.isCut.withLock { $0 = true }
                return cut != .commit
            }
            ends.finishSending()
        }
        Thread.detachNewThread {
            CuttingProxy.pass(from: server, to: client) { _ in !ends.isCut.withLock { $0 } }
            ends.hangUp()
        }
    }

    /// Forwards bytes until the source ends, or until `mayPass` returns false.
    private static func pass(from source: Int32, to target: Int32, _ mayPass: ([UInt8]) -> Bool) {
        var room = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(source, &room, room.count)
            guard count > 0, mayPass(Array(room[..<count])) else { return }
            var done = 0
            while done < count {
                let sent = room[done..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return }
                done += sent
            }
        }
    }

    /// Both sockets of a connection. They are closed only when both threads have released them. Otherwise a new
    /// connection could get the descriptor number of a closed socket, and a thread of the old connection would use the
    /// new connection.
    private final class Ends: Sendable {
        let isCut = Mutex(false)
        private let client: Int32
        private let server: Int32

        init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

        deinit {
            close(client)
            close(server)
        }

        func finishSending() { shutdown(server, Int32(SHUT_WR)) }

        func hangUp() { shutdown(client, Int32(SHUT_RDWR)) }
    }
}
