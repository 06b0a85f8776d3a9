import MessageTransport
import Testing
import Ticketing

@Suite("Addresses to which undeliverable mails return")
struct ReturnAddressTests {
    private let address: ReturnAddress

    init() throws { address = ReturnAddress(try #require(EmailAddress(rawValue: "Bounces@Example.org"))) }

    @Test("A mail’s token follows a plus sign in the return address, and is read from every notation of that address")
    func token() {
        #expect(address.address(for: "4f2a9c") == "bounces+4f2a9c@example.org")
        for text in [
            "bounces+4f2a9c@example.org", "<bounces+4f2a9c@example.org>", "rfc822;bounces+4f2a9c@example.org",
            "\"Mail, all\" <BOUNCES+4f2a9c@EXAMPLE.ORG>, other@example.org",
            "other@example.org,\r\n bounces+4f2a9c@example.org",
            "bounces+@example.org bounces+4f2a9c@example.org", "Ünsal <bounces+4f2a9c@example.org>",
        ] {
            #expect(address.token(in: text) == "4f2a9c", "\(text)")
        }
    }

    @Test(
        "Other addresses have no token",
        arguments: [
            "", "bounces@example.org", "bounces+@example.org", "xbounces+4f2a9c@example.org",
            "bounces+4f2a9c@example.com",
            "bounces+4f2a9c@example.org.evil.example", "bounces+4f2a9c@example.orgx", "bounces+4f 2a@example.org",
            "bounces+../../x@example.org", "bounces+4f2a9c", "é+bounces+4f2a9c@example.or",
            "bounces+\(String(repeating: "a", count: 65))@example.org", "a+bounces+4f2a9c@example.org",
        ])
    func others(text: String) { #expect(address.token(in: text) == nil) }

    @Test("Without an address for undeliverable mails, mails return to the sender")
    func settings() throws {
        var mail = MailSettings(way: .folder("/mails"), from: try #require(EmailAddress(rawValue: "t@example.org")))
        #expect(mail.returnPath(token: "4f2a9c") == "t@example.org" && mail.returnAddress == nil)
        mail.bounces = address.base
        #expect(mail.returnPath(token: "4f2a9c") == "bounces+4f2a9c@example.org")
    }
}
