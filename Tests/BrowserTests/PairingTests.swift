import BrowserFixture
import EventFixture
import Foundation
import SymbolReader
import Testing

extension BrowserTests {
    @Suite("Pairing a phone with a gate over TLS")
    struct PairingTests {
        /// The host name of the server in the URLs that the phone opens.
        private static let host = "laptop.test"
        private static let hostRule = "--host-resolver-rules=MAP \(host) 127.0.0.1"

        /// Checks that a browser that does not trust the server’s key shows a warning instead of the page.
        private static func expectWarning(at address: String) async throws {
            try await BrowserTests.browse(forgiven: ["ERR_CERT"], options: [PairingTests.hostRule]) { stranger in
                try await stranger.go(to: address)
                #expect(try await stranger.script("return document.title") == "Privacy error")
            }
        }

        /// Expects that the page on the phone has no menu, no link to another page, and no button that ends the
        /// session. The Back button, and the paths `/pair` and `/gate`, only show the gate again.
        private static func expectOnlyGate(_ phone: WebDriver, at own: String) async throws {
            #expect(
                try await phone.script(
                    """
                    return [...document.querySelectorAll("header, nav, a[href]")].filter((element) =>
                        !element.matches("a[href^='#']") && element.checkVisibility()).length
                    """) == 0)
            try await phone.go(to: "\(own)/pair")
            try await phone.wait(until: "document.querySelector('#gate')?.dataset.gate === 'North'")
            try await phone.back()
            try await phone.wait(until: "document.querySelector('#gate')?.dataset.gate === 'North'")
            try await phone.go(to: "\(own)/gate")
            try await phone.wait(until: "document.querySelector('#gate')?.dataset.gate === 'North'")
            #expect(try await phone.script("return location.search") == "?gate=North")
        }

        @Test("A phone opens the link in a pairing symbol and scans tickets, until the owner revokes the phone")
        func pairing() async throws {
            let stage = try GateStage(.owner, options: ["--tls", "self-signed", "--host", PairingTests.host])
            let (first, second) = (try stage.ticket(for: "Ada"), try stage.ticket(for: "Ben"))
            let port = stage.served.port
            let own = "https://\(PairingTests.host):\(port)"
            let trusting = [
                PairingTests.hostRule, "--ignore-certificate-errors-spki-list=\(try stage.keyFingerprint())",
            ]
            try await PairingTests.expectWarning(at: own)
            try await BrowserTests.browse(.laptop(.dark), options: trusting) { owner in
                try await owner.go(to: "\(own)/desk/e/\(stage.festival.event.slug)/devices")
                try await stage.joan.signIn(in: owner)
                try await owner.type("North", into: "#gate")
                try await owner.type("Amina", into: "#name")
                try await owner.click("form.narrow button")
                _ = try await owner.find(".pairing")
                try await BrowserTests.isForEverybody(owner, "a code")
                let seen = try SymbolReader.read(png: Array(try await owner.screenshot()))
                let link = try #require(seen.first.map { String(decoding: $0.bytes, as: UTF8.self) })
                #expect(link.hasPrefix("\(own)/pair#"))

                try await BrowserTests.browse(film: stage.film, forgiven: ["401"], options: trusting) { phone in
                    try await phone.go(to: link)
                    try await phone.wait(until: "document.querySelector('#gate')?.dataset.gate === 'North'")
                    #expect(try await phone.script("return isSecureContext && location.protocol") == "https:")
                    #expect(try await phone.script("return location.hash + location.search") == "?gate=North")
                    try await BrowserTests.isForEverybody(phone, "a phone's gate")
                    try stage.film.show(.symbol(first.token, seconds: 1))
                    try await phone.click("#camera-start")
                    #expect(try await phone.verdict("ADMIT").contains("Ada"))
                    try await phone.next()
                    try await phone.click("#camera-stop")

                    try await PairingTests.expectOnlyGate(phone, at: own)
                    try await owner.send(".tabs a[href$='/devices']", to: "/devices")
                    #expect(try await owner.text(of: ".tabs [aria-current]") == "Phones")
                    #expect(try await owner.text(of: "main").contains("Amina"))
                    try await owner.click("form[action$='/revoke'] button")
                    try await owner.wait(until: "document.body.innerText.includes('revoked')")

                    try await phone.check(second.token)
                    try await phone.wait(
                        until: "document.getElementById('banner-text').textContent.includes('removed from the gate')")
                    let verdict = try await phone.verdict("NOT DECIDED")
                    #expect(verdict.contains("removed from the gate") && !verdict.contains("Ben"))
                    try await phone.go(to: "\(own)\(stage.page)")
                    try await phone.wait(until: "location.pathname === '/pair'")
                }
                // The code in the link can pair only one phone, so the code is refused for another phone.
                try await BrowserTests.browse(forgiven: ["401"], options: trusting) { another in
                    try await another.go(to: link)
                    #expect(try await another.text(of: "#code-fault").contains("used"))
                }
            }
            #expect(try stage.records() == 1)
            #expect(try stage.served.stop() == 0)
        }
    }
}

extension GateStage {
    /// The value for the browser’s option to trust the server’s key: the SHA-256 of the SubjectPublicKeyInfo (RFC 5280
    /// §4.1.2.7), in base 64.
    fileprivate func keyFingerprint() throws -> String {
        let script = """
            openssl x509 -in "$1" -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary \
                | openssl base64
            """
        let output = try Tool.run("sh", ["-c", script, "sh", festival.folder("tls.pem")]).requireSuccess().text
        let text = output.trimmingCharacters(in: .whitespacesAndNewlines)
        return try #require(text.isEmpty ? nil : text)
    }
}
