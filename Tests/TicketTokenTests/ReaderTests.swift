import EventFixture
import Testing
import TicketToken
import Ticketing

@Suite("Accepted and refused tokens")
struct ReaderTests {
    let temporary: TemporaryFolder
    let verifier: TokenVerifier
    let text: String
    let claims: TicketClaims

    init() throws {
        temporary = try TemporaryFolder()
        let ring = try ringOfOne(in: temporary("keys"))
        verifier = TokenVerifier(ring)
        claims = TicketClaims(
            suite: .hmac, key: 1, event: try #require(EventNumber(rawValue: 5)),
            serial: try #require(Serial(rawValue: 6)), type: try #require(TicketTypeNumber(rawValue: 7)),
            window: ValidityWindow(from: noon, until: noon.advanced(bySeconds: 900)))
        text = try TicketSigner(ring).sign(claims)
    }

    @Test(
        "White space around a token is removed, and so are scanner prefixes and web addresses before the token",
        arguments: [
            "T", " T ", "\t\n\u{0B}\u{0C}\r T \r\n", "]Q3T", "]Q1\\000026T", " ]Q0\\123456https://a.example/b/c/T\n",
            "/T", "//T",
            "\\000003/T", "anything at all/T", "]C1/T", "]Qx/T",
        ])
    func disguises(_ shape: String) throws {
        let input = shape.replacing("T", with: text)
        #expect(try verifier.verify(input).ticket?.claims == claims)
        #expect(try verifier.verify(input.lowercased()).ticket?.claims == claims || shape.contains("Q"))
    }

    @Test(
        "A token is malformed if the characters around it are in a wrong order, repeated or not allowed",
        arguments: [
            "\\000026]Q3T", "]Q3]Q3T", "]Q3 T", "\\000026\\000026T", "]C1T", "]QxT", "]q3T", "\\0000x26T", "T/", "T?x",
            "T#x", "/ T", "\u{A0}T",
            "\u{0}T", "\u{1C}T", "T\u{85}", "-T", "T-",
        ])
    func disorder(_ shape: String) throws {
        #expect(try verifier.verify(shape.replacing("T", with: text)).refusal == .malformed)
    }

    @Test("Input of 256 bytes is parsed, and input of 257 bytes is not")
    func limit() throws {
        for (count, isRead) in [(200, true), (201, false)] {
            let path = String(repeating: "x", count: count - 1) + "/"
            #expect((try verifier.verify(path + text).ticket != nil) == isRead)
            #expect((try verifier.verify(String(repeating: " ", count: count) + text).ticket != nil) == isRead)
        }
    }

    @Test(
        """
        Bytes before a slash are ignored, even if they are not UTF-8; anywhere else, such bytes make a token malformed
        """)
    func notText() throws {
        #expect(try verifier.verify(raw: [0xFF, 0xC0, 0x2F] + Array(text.utf8)).ticket?.claims == claims)
        #expect(try verifier.verify(raw: [0xFF] + Array(text.utf8)).refusal == .malformed)
        var wounded = Array(text.utf8)
        wounded[20] = 0xC3
        #expect(try verifier.verify(raw: wounded).refusal == .malformed)
    }

    @Test(
        """
        If the first letter stands for an unknown version, a text of 48 letters or more is refused as an unsupported \
        version, and a shorter text is refused as malformed
        """)
    func versions() throws {
        for length in [48, 56, 57, 256] {
            #expect(try verifier.verify(String(repeating: "Z", count: length)).refusal == .unsupportedVersion(15))
            #expect(try verifier.verify(String(repeating: "0", count: length)).refusal == .unsupportedVersion(0))
        }
        #expect(try verifier.verify(String(repeating: "Z", count: 47)).refusal == .malformed)
        #expect(try verifier.verify(String(repeating: "Z", count: 60) + "U").refusal == .malformed)
    }

    @Test("If the event's suite is known, a token of the other suite is refused for a bad signature")
    func otherSuite() throws {
        #expect(try verifier.verify(text, suiteOf: { _ in .ed25519 }).refusal == .badSignature)
        #expect(try verifier.verify(text, suiteOf: { $0 == claims.event ? .hmac : .ed25519 }).ticket != nil)
        #expect(try verifier.verify(text, suiteOf: { _ in nil }).ticket != nil)
    }

    @Test("The event's suite is looked up only after the signature was verified")
    func asked() throws {
        let forged = text.dropLast() + (text.hasSuffix("0") ? "1" : "0")
        var asked = 0
        let finding = try verifier.verify(String(forged)) { _ in
            asked += 1
            return .hmac
        }
        #expect(finding.refusal == .badSignature && asked == 0)
    }

    @Test("A ticket's event is checked before its validity window, and the window is exact to the millisecond")
    func ownRefusals() throws {
        let ticket = try #require(try verifier.verify(text).ticket)
        let other = EventNumber(rawValue: 6)
        let until = noon.advanced(bySeconds: 900)
        #expect(ticket.refusal(event: other, at: until) == .wrongEvent(claims.event))
        #expect(ticket.refusal(event: claims.event, at: noon) == nil)
        #expect(
            ticket.refusal(event: nil, at: Instant(milliseconds: noon.milliseconds - 1)) == .notYetValid(from: noon))
        #expect(ticket.refusal(event: nil, at: Instant(milliseconds: until.milliseconds - 1)) == nil)
        #expect(ticket.refusal(event: nil, at: until) == .expired(until: until))
        #expect(ticket.refusal(event: nil, at: nil) == nil)
    }

    @Test("All tickets are verified, even if they belong to more events than the verifier's cache of keys can hold")
    func manyEvents() throws {
        var generator = SeededGenerator(for: "more events than cache entries")
        let signer = TicketSigner(try KeyRing.open(at: temporary("keys")))
        let tickets = try (0..<300).map { _ in try randomClaims(.hmac, key: 1, using: &generator) }
        for _ in 0..<2 {
            for claims in tickets {
                #expect(try verifier.verify(signer.sign(claims)).ticket?.claims == claims, "seed \(generator.seed)")
            }
        }
    }
}

@Suite("Validity windows in tokens")
struct WindowTests {
    let quarter: Int64 = 900

    @Test("The start of a validity window is rounded down to a quarter of an hour, and its end is rounded up")
    func rounding() {
        let window = ValidityWindow(from: at(901), until: at(1801))
        #expect(window.asEncoded == ValidityWindow(from: at(900), until: at(2700)))
        #expect(window.asEncoded.asEncoded == window.asEncoded)
        let millisecond = ValidityWindow(
            from: Instant(milliseconds: at(1800).milliseconds - 1),
            until: Instant(milliseconds: at(1800).milliseconds + 1))
        #expect(millisecond.asEncoded == ValidityWindow(from: at(900), until: at(2700)))
        #expect(ValidityWindow(from: at(900)).asEncoded == ValidityWindow(from: at(900)))
    }

    @Test("If a token can't encode a validity window, the token has no window, and is always valid")
    func unwritable() {
        let longest = 0xFFFE * quarter
        let unwritable = [
            ValidityWindow(until: at(900)), ValidityWindow(from: at(0), until: at(9000)), ValidityWindow(from: at(-1)),
            ValidityWindow(from: at(9000), until: at(9000)), ValidityWindow(from: at(9000), until: at(8000)),
            ValidityWindow(from: at(900), until: at(900 + longest + 1)), ValidityWindow(from: at(0x100_0000 * quarter)),
            ValidityWindow(from: Instant(milliseconds: .max)), ValidityWindow(from: Instant(milliseconds: .min)),
            ValidityWindow(from: at(900), until: Instant(milliseconds: .max)),
            ValidityWindow(from: at(900), until: Instant(milliseconds: .min)),
        ]
        for window in unwritable { #expect(window.asEncoded == .always) }
        let writable = [
            ValidityWindow(from: at(900), until: at(900 + longest)), ValidityWindow(from: at(0xFF_FFFF * quarter)),
            ValidityWindow(from: at(900), until: at(901)),
        ]
        for window in writable { #expect(window.asEncoded != .always) }
    }

    /// The instant this many seconds after 2020-01-01T00:00:00Z.
    private func at(_ seconds: Int64) -> Instant { Instant(seconds: 1_577_836_800 + seconds) }
}

@Suite("Kinds of malformed input")
struct MalformedTextTests {
    @Test(
        "A text that is not a ticket is recognized as its likely kind, such as a web address or a product's barcode",
        arguments: [
            ("", .empty), (" \r\n", .empty), ("4006381333931", .ean(digits: 13)), ("036000291452", .upc),
            ("https://example.com/menu?x=1", .webAddress), ("https://example.com/", .webAddressEnd),
            ("F7BZTBVWY2BNEG36I2T6QIYU6K5ZT7PQ", .otherSystem),
            ("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK", .cutOff(letters: 40, length: 56)),
            ("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX3KJ", .liveCodeCutOff),
            ("240X0T6N86U68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX", .invalidLetter("U")),
            ("240X0T6N86Å68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX", .otherScript),
            ("WIFI:S:lobby;T:WPA;P:secret;;", .otherSymbol), ("4F7K29QX", .ticketCode),
            ("4F7K-29QX", .ticketCode), ("4f7k-29qx", .ticketCode), ("1234-5678", .ticketCode),
            ("4F7-K29QX", .tooShort), ("4F7K-29QU", .tooShort),
        ] as [(String, UnknownInput)])
    func recognized(_ text: String, _ expected: UnknownInput) {
        #expect(UnknownInput(text.utf8.span) == expected)
    }

    @Test("Input with control characters or invalid bytes is recognized as not text, and long input as too long")
    func hostile() {
        #expect(UnknownInput("\u{1B}[2J".utf8.span) == .notText)
        let bytes: [UInt8] = [0xFF, 0xFE, 0x41]
        #expect(UnknownInput(bytes.span) == .notText)
        #expect(UnknownInput(String(repeating: "A", count: 300).utf8.span) == .tooLong(limit: 256))
    }
}
