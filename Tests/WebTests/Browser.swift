import Foundation
import Testing

/// A simulated browser that keeps the visitor’s cookie and the current page between requests.
final class Browser {
    private let served: Served
    private let source: String?
    private let language: String?
    private var cookie: String?
    private(set) var page: Reply?

    /// - Parameters:
    ///   - source: the local address from which requests are sent; nil lets the system choose an address.
    ///   - language: the value of the header `Accept-Language`; nil sends no such header.
    init(_ served: Served, from source: String? = nil, language: String? = nil) {
        (self.served, self.source, self.language) = (served, source, language)
    }

    private var head: String {
        "Accept: text/html\r\n" + (cookie.map { "Cookie: \($0)\r\n" } ?? "")
            + (language.map { "Accept-Language: \($0)\r\n" } ?? "")
    }

    @discardableResult
    func get(_ path: String) async throws -> Reply { try await keep(served.ask("GET", path, head: head, from: source)) }

    /// Submits a form with the given fields and the hidden fields of the current page. The form has one value for each
    /// field name: the given value or, if no value is given, the first hidden value with that name on the page.
    ///
    /// - Parameter hidden: whether the hidden fields are also sent.
    @discardableResult
    func send(_ path: String, _ fields: [String: String], hidden: Bool = true) async throws -> Reply {
        var all = fields
        if hidden {
            for field in body.matches(of: /<input type="hidden" name="([a-z]+|seen-[a-z\-]+)" value="([^"]*)">/)
            where all[String(field.1)] == nil {
                all[String(field.1)] = String(field.2)
            }
        }
        let text = all.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        return try await keep(
            served.ask(
                "POST", path, head: head + "Content-Type: application/x-www-form-urlencoded\r\n", body: text,
                from: source))
    }

    /// Submits a form as `send` does, and opens the page to which the response redirects.
    @discardableResult
    func submit(_ path: String, _ fields: [String: String]) async throws -> Reply {
        let answer = try await send(path, fields)
        #expect(answer.status == 303, "\(answer.body)")
        return try await get(String(#require(answer.headers["location"]).prefix { $0 != "#" }))
    }

    var body: String { page?.body ?? "" }

    /// The part of the current page from the end of the given text to the next quotation mark.
    func value(behind text: String) throws -> String {
        let start = try #require(body.range(of: text), "\(text)").upperBound
        return String(body[start...].prefix { $0 != "\"" })
    }

    private func keep(_ reply: Reply?) throws -> Reply {
        let reply = try #require(reply)
        if let set = reply.headers["set-cookie"] { cookie = String(set.prefix { $0 != ";" }) }
        if reply.status != 303 { page = reply }
        return reply
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
