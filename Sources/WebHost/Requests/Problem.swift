package import HTTPTypes
import Hummingbird
package import Languages
import NIOCore
package import Presentation

/// An error response: HTML for browsers, `application/problem+json` (RFC 9457) for API clients, plain text otherwise.
package struct Problem: Error {
    let status: HTTPResponse.Status
    /// The cause in one sentence.
    package let detail: String?
    /// The next step for the client; nil if there is none, or if the detail already contains it.
    let hint: String?
    /// The error in the languages of public pages; nil if the error is only in English.
    private(set) var sentence: Sentence?
    package var headers: HTTPFields = [:]
    /// Extension members of the JSON response (RFC 9457 §3.2).
    package var extensionMembers: [(String, JSON)] = []

    package init(_ status: HTTPResponse.Status, _ detail: String? = nil, hint: String? = nil) {
        self.status = status
        self.detail = detail
        self.hint = hint
    }

    /// Makes an error with two sentences of the catalogue: a title and a detail. API clients get the detail in English.
    package init(
        _ status: HTTPResponse.Status, _ title: PageSentence, _ detail: PageSentence,
        _ arguments: [String: SentenceArgument] = [:]
    ) {
        self.init(status, Language.english.text(detail, arguments))
        sentence = Sentence(title: title, detail: detail, arguments: arguments)
    }

    /// The title and the detail of an error, as sentences of the catalogue.
    struct Sentence {
        let title: PageSentence
        let detail: PageSentence
        let arguments: [String: SentenceArgument]
    }

    /// The error for a page that does not exist, and for a link that is no longer valid.
    package static let pageNotFound = Problem(.notFound, PageSentence.notFound, .notFoundAbout)

    static let unknownHost = Problem(
        .misdirectedRequest,
        "This server does not accept this host name. To add it, start the server with: eventpass serve --host NAME")

    package static let busy = Problem(.serviceUnavailable, PageSentence.busy, .busyAbout)

    package static func tooLarge(limit: Int) -> Problem {
        let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return Problem(
            .contentTooLarge, "The request is too large: the limit is \(most).",
            hint: limit == BodyLimit.upload.bytes ? "Split the list, or import it at the command line." : nil)
    }

    static func method(allowed: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(.methodNotAllowed)
        problem.headers[.allow] = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return problem
    }

    /// The response in the format that the client accepts.
    ///
    /// - Parameter id: the request's id, as in the log.
    func response(to request: Request, on pages: PageRenderer, id: String) throws -> Response {
        var headers = headers
        let accepted = request.headers[.accept] ?? ""
        let text: String
        if request.uri.path.hasPrefix("/api/") || accepted.contains("application/json") {
            headers[.contentType] = "application/problem+json"
            text = json(id) + "\n"
        } else if accepted.contains("text/html") {
            headers[.contentType] = "text/html; charset=utf-8"
            text = try html(on: pages, in: sentence == nil ? .english : Language(for: request), id: id)
        } else {
            headers[.contentType] = "text/plain; charset=utf-8"
            text = [detail.map { "\(title). \($0)" } ?? title, hint].compactMap(\.self).joined(separator: " ") + "\n"
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private var title: String { status.reasonPhrase }

    /// The response as a page. If the error has no sentence in the catalogue, the page is in English.
    private func html(on pages: PageRenderer, in language: Language, id: String) throws -> String {
        let texts = [
            "detail": sentence.map { language.text($0.detail, $0.arguments) } ?? detail, "hint": hint,
            "reference": language.text(PageSentence.reference, ["id": .text(id)]),
        ]
        return try pages.html(
            "problem", title: sentence.map { language.text($0.title) } ?? title, in: language,
            texts.compactMapValues { $0.map { .text($0) } })
    }

    /// The response as `application/problem+json`.
    ///
    /// - Parameter id: the request's id, which the JSON contains as an extension member.
    private func json(_ id: String) -> String {
        let texts = [("detail", detail), ("hint", hint)].compactMap { name, text in text.map { (name, JSON.string($0)) }
        }
        return JSON.object(
            [("type", .string("about:blank")), ("title", .string(title)), ("status", .int(status.code))] + texts
                + extensionMembers + [("request", .string(id))]
        ).text
    }
}
