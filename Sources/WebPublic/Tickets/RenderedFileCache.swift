import Languages
import Management
import PrintShop
import Ticketing
import WebHost

/// A cache of recently rendered ticket files.
///
/// All files are rendered on one thread, one after another. Only a few renderings for the same ticket, or for visitors
/// in the same network, can run or wait at the same time. So no visitor can block other visitors.
actor RenderedFileCache {
    /// Everything that determines the content of a file.
    struct Key: Hashable, Sendable {
        /// The path of the ticket's link.
        let path: String
        let form: String
        let ticket: Ticket
        let type: TicketType
        let event: Event
        let edits: Int
        let language: Language
        let poster: PictureID?
        let logo: PictureID?
        /// The URL of the poster in the file; nil if the file contains no such URL. It depends on the host name in the
        /// request.
        let posterURL: String?
        /// The URL of the logo in the file; nil if the file contains no such URL.
        let logoURL: String?
        let accent: Colour?
    }

    private static let mostBytes = 32 << 20
    private static let largest = 4 << 20
    private static let maxAgeSeconds: Int64 = 600

    private struct CachedFile {
        let file: TicketFile
        let drawn: Instant
        var used: UInt64
    }

    private let tickets = ConcurrencyLimiter(maximum: 3)
    private let networks = ConcurrencyLimiter(maximum: 8)
    private var cachedFiles: [Key: CachedFile] = [:]
    private var running: [Key: Task<TicketFile, any Error>] = [:]
    private var uses: UInt64 = 0
    private(set) var renderCount = 0

    func cachedFile(_ key: Key, at now: Instant) -> TicketFile? {
        guard let found = cachedFiles[key], now < found.drawn.advanced(bySeconds: RenderedFileCache.maxAgeSeconds),
            now >= found.drawn
        else { return nil }
        uses += 1
        cachedFiles[key]?.used = uses
        return found.file
    }

    /// Concurrent requests for the same key share one rendering.
    ///
    /// - Throws: `Problem` 503 if too many renderings of this ticket, or for `network`, are running or waiting, or if
    ///   too many requests wait for the rendering thread; any error of `draw`.
    func file(
        _ key: Key, for network: String, at now: Instant, draw: @escaping @Sendable () throws -> TicketFile
    ) async throws -> TicketFile {
        if let found = cachedFile(key, at: now) { return found }
        if let task = running[key] { return try await task.value }
        guard let ticket = ConcurrencyPermit(key.path, in: tickets),
            let network = ConcurrencyPermit(network, in: networks)
        else {
            throw Problem.busy
        }
        renderCount += 1
        // Other requests can wait for the same file. So the task is not a child task: it continues even if this request
        // is cancelled.
        let task = Task { try await RenderingThread.run(draw) }
        running[key] = task
        defer {
            running[key] = nil
            withExtendedLifetime((ticket, network)) {}
        }
        let file = try await task.value
        store(file, as: key, at: now)
        return file
    }

    private func store(_ file: TicketFile, as key: Key, at now: Instant) {
        guard file.bytes.count <= RenderedFileCache.largest else { return }
        uses += 1
        cachedFiles[key] = CachedFile(file: file, drawn: now, used: uses)
        cachedFiles = cachedFiles.filter { now < $0.value.drawn.advanced(bySeconds: RenderedFileCache.maxAgeSeconds) }
        var bytes = cachedFiles.values.reduce(0) { $0 + $1.file.bytes.count }
        while bytes > RenderedFileCache.mostBytes, let oldest = cachedFiles.min(by: { $0.value.used < $1.value.used }) {
            bytes -= oldest.value.file.bytes.count
            cachedFiles[oldest.key] = nil
        }
    }
}
