import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Why there is no other answer: RFC 9457 for programs, a line of text for people.
struct Problem: Error {
    let status: HTTPResponse.Status
    /// What to do about it, in a sentence; never what was sent.
    let detail: String?
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String? = nil) {
        self.status = status
        self.detail = detail
    }

    static let foreignHost = Problem(
        .misdirectedRequest, "This server does not go by that name; eventpass serve --host NAME adds one.")

    static let busy = Problem(.serviceUnavailable, "Too much waits to be done. Try again in a moment.")

    static func tooLarge(limit: Int) -> Problem {
        Problem(.contentTooLarge, "At most \(limit) bytes are taken here.")
    }

    static func method(allowed: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(.methodNotAllowed)
        problem.headers[.allow] = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return problem
    }

    /// - Parameter id: of the request, by which it is found in the log.
    func response(to request: Request, on pages: Pages, id: String) throws -> Response {
        var headers = headers
        let accepted = request.headers[.accept] ?? ""
        let text: String
        if request.uri.path.hasPrefix("/api/") || accepted.contains("application/json") {
            headers[.contentType] = "application/problem+json"
            text = try json
        } else if accepted.contains("text/html") {
            headers[.contentType] = "text/html; charset=utf-8"
            text = try pages.html(
                "problem", title: title,
                ["detail": .text(detail ?? ""), "id": .text(id)].filter { $0.key != "detail" || detail != nil })
        } else {
            headers[.contentType] = "text/plain; charset=utf-8"
            text = [title, detail].compactMap(\.self).joined(separator: ". ") + "\n"
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private var title: String { status.reasonPhrase }

    private var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let members = Members(type: "about:blank", title: title, status: status.code, detail: detail)
            return String(decoding: try encoder.encode(members), as: UTF8.self) + "\n"
        }
    }

    private struct Members: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String?
    }
}
