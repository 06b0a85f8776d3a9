package import HTTPTypes
import Hummingbird
package import Languages
import NIOCore
package import Presentation
import Ticketing

/// An error response: HTML for browsers, `application/problem+json` (RFC 9457) for API clients, plain text otherwise.
package struct Problem: Error {
    let status: HTTPResponse.Status
    /// The title of the page. If nil, the title is the reason phrase of the status.
    private let title: Sentence?
    /// The cause of the error in one sentence.
    package let detail: Sentence?
    /// The next step for the client; nil if the client can do nothing, or if the detail already contains the step.
    private let hint: Sentence?
    package var headers: HTTPFields = [:]
    /// Extension members of the JSON response (RFC 9457 §3.2).
    package var extensionMembers: [(String, JSON)] = []

    package init(
        _ status: HTTPResponse.Status, title: Sentence? = nil, _ detail: Sentence? = nil, hint: Sentence? = nil
    ) {
        self.status = status
        self.title = title
        self.detail = detail
        self.hint = hint
    }

    package init(
        _ status: HTTPResponse.Status, _ detail: ProblemSentence, _ arguments: [String: SentenceArgument] = [:],
        hint: Sentence? = nil
    ) {
        self.init(status, Sentence(detail, arguments), hint: hint)
    }

    /// The error for a page that does not exist, and for a link that is no longer valid.
    package static let pageNotFound = Problem(
        .notFound, title: Sentence(PageSentence.notFound), Sentence(PageSentence.notFoundAbout))

    static let unknownHost = Problem(.misdirectedRequest, .unknownHost)

    package static let busy = Problem(
        .serviceUnavailable, title: Sentence(PageSentence.busy), Sentence(PageSentence.busyAbout))

    package static func tooLarge(limit: Int) -> Problem {
        let (sentence, number): (ProblemSentence, Int) =
            limit >= 1 << 20 ? (.tooManyMebibytes, limit >> 20) : (.tooManyBytes, limit)
        return Problem(
            .contentTooLarge, sentence, ["limit": .number(number)],
            hint: limit == BodyLimit.upload.bytes ? Sentence(ProblemSentence.splitListHint) : nil)
    }

    static func method(allowed: [HTTPRequest.Method]) -> Problem {
        var problem = Problem(.methodNotAllowed)
        problem.headers[.allow] = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return problem
    }

    /// The response in the format that the client accepts. JSON and plain text are in English.
    ///
    /// - Parameter id: the request's id, which is also in the log.
    func response(to request: Request, on pages: PageRenderer, id: String) throws -> Response {
        var headers = headers
        let accepted = request.headers[.accept] ?? ""
        let text: String
        if request.uri.path.hasPrefix("/api/") || accepted.contains("application/json") {
            headers[.contentType] = "application/problem+json"
            text = json(id) + "\n"
        } else if accepted.contains("text/html") {
            headers[.contentType] = "text/html; charset=utf-8"
            let language = Language(for: request)
            // The pages of the desk and the sign-in pages are not translated yet.
            let isDesk = Problem.deskPaths.contains { request.uri.path.hasPrefix($0) }
            text = try html(on: pages, in: isDesk ? language.ofDesk : language, id: id)
        } else {
            headers[.contentType] = MediaType.text
            let cause = detail.map { "\(status.reasonPhrase). \($0.english)" } ?? status.reasonPhrase
            text = [cause, hint?.english].compactMap(\.self).joined(separator: " ") + "\n"
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private static let deskPaths = ["/desk", "/sign-in", "/enter", "/forgot", "/reset", "/join"]

    private func html(on pages: PageRenderer, in language: Language, id: String) throws -> String {
        let sentences: [String: Sentence?] = [
            "detail": detail, "hint": hint, "reference": Sentence(PageSentence.reference, ["id": .text(id)]),
        ]
        return try pages.html(
            "problem", title: title ?? status.title, in: language,
            sentences.compactMapValues(\.self).mapValues { .sentence($0) })
    }

    /// The response as `application/problem+json`.
    ///
    /// - Parameter id: the request's id, which the JSON contains as an extension member.
    private func json(_ id: String) -> String {
        let texts = [("detail", detail), ("hint", hint)].compactMap { name, text in
            text.map { (name, JSON.string($0.english)) }
        }
        return JSON.object(
            [("type", .string("about:blank")), ("title", .string(status.reasonPhrase)), ("status", .int(status.code))]
                + texts + extensionMembers + [("request", .string(id))]
        ).text
    }
}

extension HTTPResponse.Status {
    /// The title of an error page with this status.
    fileprivate var title: Sentence {
        let sentences: [HTTPResponse.Status: ProblemSentence] = [
            .badRequest: .badRequest, .unauthorized: .unauthorized, .forbidden: .forbidden, .notFound: .notFound,
            .methodNotAllowed: .methodNotAllowed, .conflict: .conflict, .contentTooLarge: .contentTooLarge,
            .unsupportedMediaType: .unsupportedMediaType, .misdirectedRequest: .misdirectedRequest,
            .unprocessableContent: .unprocessableContent, .tooManyRequests: .tooManyRequests,
            .internalServerError: .internalServerError, .serviceUnavailable: .serviceUnavailable,
        ]
        return sentences[self].map { Sentence($0) } ?? .verbatim(reasonPhrase)
    }
}
