import Management
import PrintShop
import Ticketing

/// Files of tickets that were drawn lately: one that is asked for again is not drawn again.
///
/// The thread that draws is one for all. A ticket, and a network, has few drawings under way at once, so that no link can
/// keep others from theirs.
actor DrawnFiles {
    /// What decides how a file looks.
    struct Key: Hashable, Sendable {
        /// The ticket's link.
        let path: String
        let form: String
        let ticket: Ticket
        let type: TicketType
        let event: Event
        let edits: Int
    }

    private static let mostBytes = 32 << 20
    private static let largest = 4 << 20
    private static let keptSeconds: Int64 = 600

    private struct Kept {
        let file: TicketFile
        let drawn: Instant
        var used: UInt64
    }

    private let tickets = Turns(most: 3)
    private let networks = Turns(most: 8)
    private var kept: [Key: Kept] = [:]
    private var running: [Key: Task<TicketFile, any Error>] = [:]
    private var uses: UInt64 = 0
    private(set) var drawings = 0

    /// The file of a key; drawn once, however many ask for it at once.
    ///
    /// - Throws: `Problem` 503 where too much is drawn for the ticket, the network or everybody; what drawing does.
    func file(
        _ key: Key, for network: String, at now: Instant, draw: @escaping @Sendable () throws -> TicketFile
    ) async throws -> TicketFile {
        uses += 1
        if let found = kept[key], now < found.drawn.advanced(bySeconds: DrawnFiles.keptSeconds), now >= found.drawn {
            kept[key]?.used = uses
            return found.file
        }
        if let task = running[key] { return try await task.value }
        guard let ticket = Turn(key.path, in: tickets), let network = Turn(network, in: networks) else {
            throw Problem.busy
        }
        drawings += 1
        // Not the task of the request: when that is gone, others may wait for the same file.
        let task = Task { try await DrawingThread.run(draw) }
        running[key] = task
        defer {
            running[key] = nil
            withExtendedLifetime((ticket, network)) {}
        }
        let file = try await task.value
        keep(file, as: key, at: now)
        return file
    }

    private func keep(_ file: TicketFile, as key: Key, at now: Instant) {
        guard file.bytes.count <= DrawnFiles.largest else { return }
        kept[key] = Kept(file: file, drawn: now, used: uses)
        kept = kept.filter { now < $0.value.drawn.advanced(bySeconds: DrawnFiles.keptSeconds) }
        var bytes = kept.values.reduce(0) { $0 + $1.file.bytes.count }
        while bytes > DrawnFiles.mostBytes, let oldest = kept.min(by: { $0.value.used < $1.value.used }) {
            bytes -= oldest.value.file.bytes.count
            kept[oldest.key] = nil
        }
    }
}
