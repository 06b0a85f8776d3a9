import AttendeePack
import Languages
import Management
import NIOCore
import Pictures
import PrintShop
import Ticketing
import WebHost

/// The cards of events: pictures that other programs show beside links to the events (Open Graph).
struct ShareCards: Sendable {
    let site: PublicSite

    static func path(of event: Event) -> String { "/events/\(event.slug)/card.jpg" }

    /// The card of a public event, in the language of the request.
    func card(_ request: PageRequest) async throws -> RouteResponse {
        let name = request.pathParameter("event") ?? ""
        guard let found = try await site.withStorefront({ try $0.event(named: name) }) else {
            throw Problem.pageNotFound
        }
        let poster = found.pictures.first { $0.role == .poster }
        let accent = try await site.withStorefront { try $0.accent(of: found.event.number) }
        let language = request.language
        let key = ShareCardCache.Key(
            event: found.event, organizer: found.organizer, poster: poster?.id, accent: accent, language: language)
        let jpeg = try await site.shareCards.card(key, for: "\(request.caller().address)") {
            try await draw(found, poster, accent, in: language)
        }
        // A shared cache must not send a card in one visitor's language to a visitor with another language.
        return RouteResponse(
            headers: [
                .contentType: PictureEncoding.jpeg.mediaType, .cacheControl: "public, max-age=3600",
                .vary: "Accept-Language, Cookie",
            ],
            body: .bytes(ByteBuffer(bytes: jpeg)))
    }

    private func draw(_ found: PublicEvent, _ poster: StoredPicture?, _ accent: Colour?, in language: Language)
        async throws -> [UInt8]
    {
        var event = AttendeeEvent(found.event, organizer: found.organizer, in: language)
        event.accent = accent
        if let poster, let variant = AttendeePicture.posterVariant {
            event.poster = try await site.withStorefront { try $0.pictureFile(variant, of: poster.id)?.bytes }
        }
        return try await RenderingThread.run { [event] in
            try PictureConversion.jpeg(fromPNG: ShareCard.png(of: event))
        }
    }
}

/// The latest cards. A card takes a tenth of a second to draw, on the thread that also draws tickets. So concurrent
/// requests for the same card share one drawing. For one network, at most eight drawings run or wait at the same time.
actor ShareCardCache {
    /// Everything that determines the content of a card.
    struct Key: Hashable, Sendable {
        let event: Event
        let organizer: String
        let poster: PictureID?
        let accent: Colour?
        let language: Language
    }

    private static let most = 50

    private let networks = ConcurrencyLimiter(maximum: 8)
    private var cards: [(key: Key, jpeg: [UInt8])] = []
    private var running: [Key: Task<[UInt8], any Error>] = [:]

    /// - Throws: `Problem` 503 if too many drawings for `network` are running or waiting; any error of `draw`, such as
    ///   `Problem` 503 if too many requests wait for the drawing thread.
    func card(
        _ key: Key, for network: String, draw: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        if let known = cards.first(where: { $0.key == key }) { return known.jpeg }
        if let task = running[key] { return try await task.value }
        guard let permit = ConcurrencyPermit(network, in: networks) else { throw Problem.busy }
        // Other requests can wait for the same card. So the task is not a child task: it continues even if this request
        // is cancelled.
        let task = Task { try await draw() }
        running[key] = task
        defer {
            running[key] = nil
            withExtendedLifetime(permit) {}
        }
        let jpeg = try await task.value
        cards.append((key, jpeg))
        if cards.count > ShareCardCache.most { cards.removeFirst() }
        return jpeg
    }
}
