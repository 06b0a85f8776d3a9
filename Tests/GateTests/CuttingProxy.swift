import EventFixture
import Foundation
import Synchronization

/// Stands between a client and a server, and passes everything on; once it is told to, it lets the next COMMIT through
/// and cuts the connection instead of bringing the answer.
final class CuttingProxy: Sendable {
    let port: UInt16
    private let listener: Int32
    private let cuts = Mutex(0)

    init(to server: UInt16) throws {
        (listener, port) = try Loopback.listener()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
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

    func cutNextCommit() { cuts.withLock { $0 += 1 } }

    /// A connection: two threads, one a direction, each until its end.
    private func carry(_ client: Int32, _ server: Int32) {
        let state = State()
        Thread.detachNewThread {
            CuttingProxy.pass(from: client, to: server) { bytes in
                // The simple query: "Q", length, "COMMIT".
                guard bytes.first == UInt8(ascii: "Q"), bytes.count >= 12, bytes[5..<11].elementsEqual("COMMIT".utf8)
                else { return true }
                let cuts = self.cuts.withLock { cuts in
                    defer { cuts = max(0, cuts - 1) }
                    return cuts > 0
                }
                if cuts { state.isCut.withLock { $0 = true } }
                return true
            }
            shutdown(server, Int32(SHUT_WR))
        }
        Thread.detachNewThread {
            CuttingProxy.pass(from: server, to: client) { _ in !state.isCut.withLock { $0 } }
            shutdown(client, Int32(SHUT_RDWR))
            close(client)
            close(server)
        }
    }

    /// Carries bytes until the end, or until `mayPass` forbids it.
    private static func pass(from source: Int32, to target: Int32, _ mayPass: ([UInt8]) -> Bool) {
        var room = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(source, &room, room.count)
            guard count > 0, mayPass(Array(room[..<count])) else { return }
            var done = 0
            while done < count {
                let sent = room[done..<count].withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
                guard sent > 0 else { return }
                done += sent
            }
        }
    }

    private final class State: Sendable {
        let isCut = Mutex(false)
    }
}
