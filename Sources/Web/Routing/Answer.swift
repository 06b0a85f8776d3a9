import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What a route answers.
struct Answer: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    let body: Body

    enum Body: Sendable {
        case bytes(ByteBuffer)
        /// Sends what comes, when it comes; the stream is let go when nobody listens any more, and when the server stops.
        case stream(@Sendable () -> AsyncStream<String>)
    }

    static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Answer {
        Answer(headers: [.contentType: type], body: .bytes(ByteBuffer(string: text)))
    }

    static func page(_ html: String) -> Answer { .text(html, type: "text/html; charset=utf-8") }

    /// What stands at its address for ever.
    static func asset(_ bytes: [UInt8], type: String) -> Answer {
        Answer(
            headers: [.contentType: type, .cacheControl: "public, max-age=31536000, immutable"],
            body: .bytes(ByteBuffer(bytes: bytes)))
    }

    /// Server-sent events.
    static func events(_ events: @escaping @Sendable () -> AsyncStream<String>) -> Answer {
        Answer(headers: [.contentType: "text/event-stream"], body: .stream(events))
    }

    var response: Response {
        let content: ResponseBody =
            switch body {
            case .bytes(let buffer) where buffer.readableBytes <= Answer.piece: ResponseBody(byteBuffer: buffer)
            case .bytes(let buffer): ResponseBody(contentsOf: Answer.pieces(of: buffer))
            case .stream(let open):
                ResponseBody { writer in
                    for await text in open().cancelOnGracefulShutdown() {
                        try await writer.write(ByteBuffer(string: text))
                    }
                    try await writer.finish(nil)
                }
            }
        return Response(status: status, headers: headers, body: content)
    }

    /// Octets written at once: each must be taken before an answer counts as stalled.
    private static let piece = 65536

    private static func pieces(of buffer: ByteBuffer) -> [ByteBuffer] {
        var rest = buffer
        var pieces: [ByteBuffer] = []
        while let piece = rest.readSlice(length: min(Answer.piece, rest.readableBytes)), piece.readableBytes > 0 {
            pieces.append(piece)
        }
        return pieces
    }
}
