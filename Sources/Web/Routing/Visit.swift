import HTTPTypes
import Hummingbird
import NIOCore

/// What the library keeps beside a request.
struct VisitContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel
    /// The same in the answer and in the log.
    let visitID: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        visitID = RequestID().description
    }

    /// The address at the other end, in digits.
    var peer: String? { channel.remoteAddress?.ipAddress }

    var isFromThisMachine: Bool { IPLiteral(channel.remoteAddress)?.isLoopback ?? false }

    /// More time for the rest of this request.
    func grant(_ duration: Duration) async throws {
        try await channel.triggerUserOutboundEvent(RequestWatch.MoreTime(duration: duration)).get()
    }
}

/// One request, as its route sees it.
struct Visit: Sendable {
    private let request: Request
    private let context: VisitContext
    private let limit: BodyLimit

    init(_ request: Request, _ context: VisitContext, limit: BodyLimit) {
        self.request = request
        self.context = context
        self.limit = limit
    }

    var id: String { context.visitID }
    var headers: HTTPFields { request.headers }

    /// A part of the path that stands for something, as `:event` does, decoded.
    func part(_ name: String) -> String? { context.parameters.get(name) }

    /// Several of them, with strokes between.
    func path(_ names: String...) -> String { names.map { part($0) ?? "" }.joined(separator: "/") }

    /// The fields of a form.
    ///
    /// - Throws: `Problem` 413, 415 or 400.
    func form() async throws -> FormFields { try FormFields(await body(), headers) }

    /// The body, to its end.
    ///
    /// - Throws: `Problem` 413 above the route's limit: at once where the length is announced.
    func body() async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit.bytes {
            throw Problem.tooLarge(limit: limit.bytes)
        }
        if let time = limit.time { try await context.grant(time) }
        var body = ByteBuffer()
        for try await part in request.body {
            guard body.readableBytes + part.readableBytes <= limit.bytes else {
                throw Problem.tooLarge(limit: limit.bytes)
            }
            body.writeImmutableBuffer(part)
        }
        return body
    }
}
