import HTTPTypes
import Hummingbird
import NIOCore
import Presenting

/// Why there is no other answer: RFC 9457 for programs, a line of text for people.
struct Problem: Error {
    let status: HTTPResponse.Status
    /// What is the matter, or what to do about it, in a sentence.
    let detail: String?
    /// What to do about it, where that is not said.
    let hint: String?
    var headers: HTTPFields = [:]
    /// What programs are told beside that (RFC 9457 §3.2).
    var members: [(String, JSON)] = []

    init(_ status: HTTPResponse.Status, _ detail: String? = nil, hint: String? = nil) {
        self.status = status
        self.detail = detail
        self.hint = hint
    }

    static let foreignHost = Problem(
        .misdirectedRequest, "This server does not go by that name; eventpass serve --host NAME adds one.")

    static let busy = Problem(.serviceUnavailable, "Too much waits to be done. Try again in a moment.")

    static func tooLarge(limit: Int) -> Problem {
        let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return Problem(
            .contentTooLarge, "What was sent is too large: at most \(most) are taken here.",
            hint: limit == BodyLimit.list.bytes ? "Split the list, or import it at the command line." : nil)
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
            text = json(id) + "\n"
        } else if accepted.contains("text/html") {
            headers[.contentType] = "text/html; charset=utf-8"
            text = try pages.html(
                "problem", title: title,
                ["detail": detail, "hint": hint, "id": id].compactMapValues { $0.map { .text($0) } })
        } else {
            headers[.contentType] = "text/plain; charset=utf-8"
            text = [detail.map { "\(title). \($0)" } ?? title, hint].compactMap(\.self).joined(separator: " ") + "\n"
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private var title: String { status.reasonPhrase }

    /// - Parameter id: of the request, which is no member that the RFC knows.
    private func json(_ id: String) -> String {
        let told = [("detail", detail), ("hint", hint)].compactMap { name, text in text.map { (name, JSON.string($0)) }
        }
        return JSON.object(
            [("type", .string("about:blank")), ("title", .string(title)), ("status", .int(status.code))] + told
                + members + [("request", .string(id))]
        ).text
    }
}
