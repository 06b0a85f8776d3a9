import Testing

@testable import WebHost

extension Served {
    /// Sends requests with a secret link that get different kinds of responses: pages, redirects and errors. Then
    /// checks that the log has these requests, but no secret.
    ///
    /// - Parameters:
    ///   - link: the path of the link. Its last part is the secret.
    ///   - secrets: other texts that must not be in the log.
    func expectNoTrace(of link: String, _ secrets: [String] = []) async throws {
        let secret = try #require(link.split(separator: "/").last.map(String.init))
        try #require(secret.count >= 16, "\(link)")
        let head = "Accept: text/html\r\nReferer: https://tickets.example.org\(link)\r\n"
        for path in [link, "\(link)?secret=\(secret)", "\(link)/", "\(link)0", "\(link)/\(secret)", "/\(secret)"] {
            for method in ["GET", "HEAD", "POST", "DELETE"] {
                let reply = try await ask(method, path, head: head)
                try #require(reply != nil, "\(method) \(path)")
            }
        }
        let text = log.text
        let place = String(link.dropLast(secret.count))
        #expect(text.contains(place), "no request to \(place) is in the log")
        for hidden in [secret] + secrets {
            let isLogged = text.contains(hidden)
            #expect(!isLogged, "“\(hidden)” is in the log")
        }
    }
}
