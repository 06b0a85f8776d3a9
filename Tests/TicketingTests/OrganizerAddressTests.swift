import Testing
import Ticketing

@Suite("Links of organizers, and the origins of websites with widgets")
struct OrganizerAddressTests {
    @Test(
        "An origin is accepted only in the form in which browsers write origins",
        arguments: [
            "https://example.org", "https://tickets.example.org:8443", "https://xn--mnchen-3ya.example",
            "https://localhost", "http://localhost", "http://localhost:8080", "http://127.0.0.1:8080",
        ])
    func origins(text: String) throws {
        let origin = try #require(WebOrigin(rawValue: text))
        #expect(origin.rawValue == text && origin.isEncrypted == text.hasPrefix("https://"))
    }

    @Test(
        "A text is not an origin if it could change a content security policy, or if browsers would ignore it there",
        arguments: [
            "", "*", "https://*", "https://*.example.org", "'self'", "https:", "https://", "data:",
            "https://example.org/", "https://example.org/shop", "https://example.org?x", "https://example.org#x",
            "https://example.org; script-src *", "https://example.org;", "https://example.org,https://b.example",
            "https://example.org https://b.example", "https://example.org\r\nSet-Cookie: a=b", "https://example.org\n",
            " https://example.org", "https://example.org\t", "https://example.org\u{0}", "https://EXAMPLE.org",
            "HTTPS://example.org", "https://user@example.org", "https://user:secret@example.org",
            "https://example.org:443", "https://example.org:0", "https://example.org:65536", "https://example.org:",
            "https://example.org.", "https://exa_mple.org", "https://münchen.example", "https://192.0.2.1",
            "https://127.0.0.1", "https://[::1]", "http://[::1]:8080", "http://example.org", "http://localhost:80",
            "http://localhost.example.org", "http://127.0.0.1.example.org", "http://127.0.0.2", "ftp://example.org",
        ])
    func otherOrigins(text: String) {
        #expect(WebOrigin(rawValue: text) == nil)
    }

    @Test("A link is an https URL with at most 200 characters; pages show it without its scheme")
    func links() throws {
        let longest = "https://example.org/" + String(repeating: "a", count: 180)
        for (url, text) in [
            ("https://social.example/@nile?lang=en", "social.example/@nile?lang=en"),
            ("https://nile.example/", "nile.example"), (longest, String(longest.dropFirst(8))),
        ] {
            #expect(try #require(OrganizerLink(rawValue: url)).text == text)
        }
        for url in [
            "http://nile.example", "javascript:alert(1)", "https://user:secret@nile.example",
            "https://user@nile.example", "https://nile.example/\"onclick=\"x", "https://nile.example/<b>",
            "https://nile.example/a b", "https://nile.example\\@evil.example", "https://nile.example/\n",
            "//nile.example", "nile.example", "",
            longest + "a",
        ] {
            #expect(OrganizerLink(rawValue: url) == nil, "\(url)")
        }
    }

    @Test("An organizer with too many links or websites is refused, with the maximum")
    func limits() throws {
        var details = OrganizerDetails(name: "Nile")
        details.links = try (0...OrganizerDetails.mostLinks).map {
            try #require(OrganizerLink(rawValue: "https://example.org/\($0)"))
        }
        details.embedOrigins = try (0...OrganizerDetails.mostEmbedOrigins).map {
            try #require(WebOrigin(rawValue: "https://site\($0).example"))
        }
        #expect(details.limitFaults.map(\.field) == ["links", "embed-origins"])
        #expect(details.limitFaults.allSatisfy { $0.allowed.english.hasPrefix("at most ") })
        details.links.removeLast()
        details.embedOrigins.removeLast()
        #expect(details.limitFaults.isEmpty)
    }

    @Test("A form’s field for links takes one link from each line, and refuses the list if one line is not a link")
    func typed() throws {
        let field = try #require(OrganizerDetails.field("links"))
        var details = OrganizerDetails.blank
        let content = try #require(field.kind.content("https://a.example\r\nhttps://b.example", time: { _ in nil }))
        try field.set(content, in: &details)
        #expect(details.links.map(\.rawValue) == ["https://a.example", "https://b.example"])
        #expect(throws: FieldFault.self) {
            try field.set(.names(["https://a.example", "http://b.example"]), in: &details)
        }
        #expect(details.links.count == 2)
    }
}
