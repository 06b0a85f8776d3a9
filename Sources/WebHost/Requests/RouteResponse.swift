package import HTTPTypes
import Hummingbird
package import NIOCore
package import Presentation
import ServiceLifecycle
import Ticketing

/// The response of a route.
package struct RouteResponse: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package let body: Body

    package enum Body: Sendable {
        case bytes(ByteBuffer)
        /// Sends each element of the stream as soon as the element is available. The stream is released when the client
        /// disconnects or the server stops.
        case stream(@Sendable () -> AsyncStream<String>)
    }

    package init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package static func text(_ text: String) -> RouteResponse { .text(text, type: MediaType.text) }

    package static func text(_ text: String, type: String) -> RouteResponse {
        RouteResponse(headers: [.contentType: type], body: .bytes(ByteBuffer(string: text)))
    }

    package static func page(_ html: String) -> RouteResponse { .text(html, type: "text/html; charset=utf-8") }

    package static func json(_ json: JSON, _ status: HTTPResponse.Status = .ok) -> RouteResponse {
        .json(json.text, status)
    }

    /// A response with a JSON text, followed by a line feed.
    ///
    /// - Parameter text: a JSON text.
    package static func json(_ text: String, _ status: HTTPResponse.Status) -> RouteResponse {
        var response = RouteResponse.text(text + "\n", type: "application/json")
        response.status = status
        return response
    }

    /// A response that sends server-sent events.
    package static func eventStream(_ events: @escaping @Sendable () -> AsyncStream<String>) -> RouteResponse {
        RouteResponse(headers: [.contentType: "text/event-stream"], body: .stream(events))
    }

    /// This response as a download with a file name (Content-Disposition: attachment).
    package func asAttachment(as name: String) -> RouteResponse {
        var response = self
        response.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return response
    }

    /// This response in the type that Hummingbird, the server framework, sends.
    var response: Response {
        let content: ResponseBody =
            switch body {
            case .bytes(let buffer) where buffer.readableBytes <= RouteResponse.chunkSize:
                ResponseBody(byteBuffer: buffer)
            case .bytes(let buffer): ResponseBody(contentsOf: RouteResponse.chunks(of: buffer))
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

    /// A response is written in chunks of at most this number of bytes. If the client does not read a chunk in time,
    /// the connection is closed.
    private static let chunkSize = 65536

    private static func chunks(of buffer: ByteBuffer) -> [ByteBuffer] {
        var rest = buffer
        var pieces: [ByteBuffer] = []
        while let piece = rest.readSlice(length: min(RouteResponse.chunkSize, rest.readableBytes)),
            piece.readableBytes > 0
        {
            pieces.append(piece)
        }
        return pieces
    }
}
