import Cryptography
import EventFixture
import KeyboardFixture
import Languages
import TicketToken
import Testing
import Ticketing

@testable import Gate

@Suite("Scanner input")
struct ScannedTextTests {
    static let hosts = LayoutTests.hosts.map { "\($1) \($2)" }
    static let prefixes = ["", "]Q1", "]C1", "]d2", #"\000026"#, #"]Q1\000026"#]
    static let suffixes = ["", "\r", "\t", "\r\n", "\u{3}", "\u{1D}\u{4}\r"]

    let folder: TemporaryFolder
    let vectors: Vectors
    let verifier: TokenVerifier

    init() throws {
        folder = try TemporaryFolder()
        vectors = try Vectors.load()
        try KeyRing.create(at: folder("keys"))
        var ring = try KeyRing.open(at: folder("keys"))
        for (number, secret) in vectors.keys {
            let bytes = Array(secret.utf8)
            try ring.importKey(
                number: #require(UInt8(number)), secret: SecretBytes(copying: bytes.span), at: Instant(seconds: 0))
        }
        verifier = TokenVerifier(ring)
    }

    @Test(
        "A ticket is verified with every layout, kind of dead keys, prefix and suffix, with and without caps lock",
        arguments: hosts)
    func found(_ name: String) throws {
        var generator = SeededGenerator(for: "typed on \(name)")
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        for capsLock in [false, true] {
            for deadKeys in KeyboardHost.DeadKeys.allCases {
                for (prefix, suffix) in ScannedTextTests.everyPair {
                    for path in ["", "https://tickets.example/t/"] {
                        let vector = try #require(vectors.accept.randomElement(using: &generator))
                        let token = vector.canonical ?? vector.token
                        let typed = try keyboard.type(
                            prefix + path + token + suffix, capsLock: capsLock, deadKeys: deadKeys)
                        let reading = try read(typed, at: vector.now)
                        let comment: Comment = "\(typed), seed \(generator.seed)"
                        guard case .verified(let ticket) = reading.verification else {
                            Issue.record("\(reading.verification): \(typed), seed \(generator.seed)")
                            continue
                        }
                        #expect(Vectors.Claims(ticket.claims) == vector.claims, comment)
                        if let now = vector.now, now > 0 { #expect(ticket.liveCode == .fresh, comment) }
                        if path.isEmpty, prefix.isEmpty, layout == .us { #expect(reading.layout == nil, comment) }
                        // Several layouts can type the same text, so the result can name a layout that did not type the
                        // text. But the named layout must be able to type it.
                        if let named = reading.layout {
                            #expect(
                                KeyboardDecoder(named).usCharacters(Array(typed.unicodeScalars)).suffix(8).first != 0,
                                comment)
                        }
                    }
                }
            }
        }
    }

    private static var everyPair: [(prefix: String, suffix: String)] {
        prefixes.flatMap { prefix in suffixes.map { (prefix, $0) } }
    }

    @Test(
        "If a keyboard layout changes characters of the ticket, the result names that layout",
        arguments: [
            ("de", KeyboardLayout.german), ("fr", .french), ("be", .belgian), ("cz", .czech), ("ru", .russian),
        ])
    func named(_ host: String, _ layout: KeyboardLayout) throws {
        // This ticket contains Y, Z, A, and the digits 6 and 8.
        let token = try #require(vectors.accept.first { ["Y", "Z", "6", "8", "A"].allSatisfy($0.token.contains) }).token
        let typed = try KeyboardHost(host).type(token)
        #expect(try read(typed).layout == layout)
        // These layouts type letters and digits as a US keyboard does, so no text needs a repair.
        for other in ["es", "it", "dk", "no", "se", "tr"] {
            #expect(try read(KeyboardHost(other).type(token)).layout == nil)
        }
    }

    @Test("The verifier is called once for a text that needs no repair, and at most 27 times for any other text")
    func bounded() throws {
        var generator = SeededGenerator(for: "bounded verifications")
        let genuine = vectors.accept[0].token
        #expect(try count(Array(genuine.utf8)) == 1)
        let alphabet = Array(KeyboardLayout.allCases.map { $0.keys.plain + $0.keys.shifted }.joined().unicodeScalars)
        for _ in 0..<300 {
            let length = Int.random(in: 0...200, using: &generator)
            var text = String.UnicodeScalarView()
            for _ in 0..<length { text.append(try #require(alphabet.randomElement(using: &generator))) }
            #expect(try count(Array(String(text).utf8)) <= 27, "seed \(generator.seed)")
        }
        #expect(try count([UInt8](repeating: UInt8(ascii: "2"), count: 1_000_000)) == 1)
        #expect(try count([UInt8](repeating: UInt8(ascii: "2"), count: 1025)) == 1)
        #expect(try count([UInt8](repeating: 0xD0, count: 1024)) == 1)
    }

    @Test("Random characters of a keyboard layout do not verify as a ticket")
    func garbage() throws {
        var generator = SeededGenerator(for: "garbage in every layout")
        for layout in KeyboardLayout.allCases {
            let alphabet = Array((layout.keys.plain + layout.keys.shifted).unicodeScalars)
            for _ in 0..<40 {
                var text = String.UnicodeScalarView()
                for _ in 0..<(try #require([56, 61, 63, 133, 138].randomElement(using: &generator))) {
                    text.append(try #require(alphabet.randomElement(using: &generator)))
                }
                guard case .refused = try read(String(text)).verification else {
                    Issue.record("verified: \(String(text)), seed \(generator.seed)")
                    continue
                }
            }
        }
    }

    @Test("A ticket typed half with one layout and half with another is refused")
    func mixed() throws {
        // Both halves contain letters that the layouts below type differently.
        let token = try #require(
            vectors.accept.first { vector in
                [vector.token.prefix(28), vector.token.dropFirst(28)].allSatisfy { half in
                    half.contains { "YZ".contains($0) } && half.contains { "AQW".contains($0) }
                }
            }
        ).token
        for (first, second) in [("us", "de"), ("de", "fr"), ("fr", "us"), ("cz", "fr"), ("ru", "de"), ("fr", "ru")] {
            for (start, end) in [(first, second), (second, first)] {
                let typed =
                    try KeyboardHost(start).type(String(token.prefix(28)))
                    + KeyboardHost(end).type(String(token.dropFirst(28)))
                guard case .refused = try read(typed).verification else {
                    Issue.record("verified: \(typed)")
                    continue
                }
            }
        }
    }

    @Test("If one digit, or every digit except one, is typed with Shift, the ticket is refused", arguments: hosts)
    func oneShifted(_ name: String) throws {
        let (_, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        let token = vectors.accept[0].token
        for shifted in [false, true] {
            // First, all digits are typed without Shift, or all are typed with Shift, as caps lock does on some
            // computers. Then the Shift state of one digit is changed.
            var typed = Array(try keyboard.type(token).unicodeScalars)
            let digits = token.indices.filter { token[$0].isNumber }.map {
                token.distance(from: token.startIndex, to: $0)
            }
            func set(_ index: Int, isShifted: Bool) throws {
                let digit = try #require(Array(token)[index].wholeNumberValue)
                let key = KeyboardHost.keys[digit == 0 ? 10 : digit]
                typed[index] = try keyboard.character(of: key, isShifted: isShifted)
            }
            for index in digits { try set(index, isShifted: shifted) }
            guard case .verified = try read(string(typed)).verification else {
                Issue.record("refused: \(string(typed))")
                continue
            }
            try set(digits[3], isShifted: !shifted)
            guard case .refused = try read(string(typed)).verification else {
                Issue.record("verified: \(string(typed))")
                continue
            }
        }
    }

    @Test("A ticket with Z in place of Y, as on a German keyboard, is accepted if no other character is changed")
    func sameTicket() throws {
        // In this test vector, Z is in place of Y.
        let swapped = try #require(vectors.refuse.first { $0.why == "symbol 20 changed" }).token
        guard case .refused(.badSignature) = try verifier.verify(swapped) else {
            Issue.record("the test vector is accepted without repair")
            return
        }
        #expect(try read(swapped).layout == .german)
        let forged = swapped.replacing("M3H", with: "M2H")
        #expect(try read(forged).verification == .refused(.badSignature))
    }

    @Test("A token that is refused is also refused if it is typed with another layout", arguments: hosts)
    func forged(_ name: String) throws {
        var generator = SeededGenerator(for: "forgeries on \(name)")
        let (_, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        for vector in vectors.refuse
        where vector.token.allSatisfy({ $0.isASCII && $0 != " " }) && vector.why != "symbol 20 changed" {
            let direct = try read(vector.token, at: vector.now).verification
            let prefix = try #require(ScannedTextTests.prefixes.randomElement(using: &generator))
            let typed = try keyboard.type(prefix + vector.token, capsLock: Bool.random(using: &generator))
            let reading = try read(typed, at: vector.now).verification
            let comment: Comment = "\(vector.why): \(typed), seed \(generator.seed)"
            switch (direct, reading) {
            case (.verified(let ticket), .verified(let same)): #expect(ticket == same, comment)
            // The two reasons can differ, because the text can have another fault in another layout.
            case (.refused(.badSignature), .refused), (.refused(.unknownKey), .refused),
                (.refused(.malformed), .refused),
                (.refused(.unsupportedVersion), .refused):
                break
            default: #expect(direct == reading, comment)
            }
            if prefix.isEmpty, direct == .refused(.badSignature), ["us", "fr", "ru", "es"].contains(host) {
                #expect(reading == direct, comment)
            }
        }
    }

    @Test(
        "A ticket is refused if the text before or after it is not a prefix or suffix that gates remove",
        arguments: ["T?x=1", "TT", "T-1", "12345678901T", "T\u{3}T", "T T", "X/T/", "\u{FEFF}T\u{FEFF}"])
    func surrounded(_ shape: String) throws {
        let text = shape.replacing("T", with: vectors.accept[2].token)
        guard case .refused = try read(text).verification else {
            Issue.record("\(shape) was verified")
            return
        }
    }

    @Test("With every layout, a ticket with an expired live code is refused because of that code")
    func stale() throws {
        let vector = try #require(vectors.refuse.first { $0.why == "two steps late" })
        for host in ["us", "de", "fr", "cz", "ru"] {
            let reading = try read(KeyboardHost(host).type("]Q1" + vector.token + "\r"), at: vector.now)
            #expect(reading.verification == .refused(.staleCode(stepsOff: -2)), "\(host)")
        }
    }

    @Test(
        "A text that is not a ticket is described; if the text was repaired, the description names the keyboard layout",
        arguments: [
            ("us", "]E04006381333931", "an EAN-13 bar code, from a product"),
            ("fr", "4006381333931", "an EAN-13 bar code, from a product, typed with the keyboard layout AZERTY"),
            ("fr", "]E04006381333931", "an EAN-13 bar code, from a product, typed with the keyboard layout AZERTY"),
            ("cz", "4006381333931", "an EAN-13 bar code, from a product, typed with the keyboard layout Czech QWERTZ"),
            ("de", "https://example.com/menu", "a web link, typed with the keyboard layout QWERTZ"),
            ("fr", "https://example.com/menu", "a web link, typed with the keyboard layout AZERTY"),
            (
                "es", "http://example.com/",
                "a web link that does not end with a ticket, typed with the keyboard layout Spanish"
            ),
            ("ru", "240X0T6N86R68P58D8V5Y003", "cut off at 24 of 56 letters, typed with the keyboard layout Russian"),
            ("us", "]Q1240X0T6N86R68P58D8V5Y003G9", "cut off at 26 of 56 letters"),
            (
                "us", "240X0T6N86U68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX",
                "contains “U”, which never occurs on tickets"
            ),
            ("us", "rubbish", "too short"), ("us", "!!!!!!!", "too short"),
        ])
    func described(_ host: String, _ sent: String, _ expected: String) throws {
        let kind = try ScannedText(Array(KeyboardHost(host).type(sent).utf8)).likelyKind
        #expect(Language.english.text(kind) == expected)
    }

    private func read(_ text: String, at seconds: Int64? = nil) throws -> ScannedText.Reading {
        try ScannedText(Array(text.utf8)).read {
            try verifier.verify(bytes: $0, at: seconds.map { Instant(seconds: $0) })
        }
    }

    private func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// The number of times that the verifier is called while a scan is read.
    private func count(_ bytes: [UInt8]) throws -> Int {
        var count = 0
        _ = try ScannedText(bytes).read {
            count += 1
            return try verifier.verify(bytes: $0)
        }
        return count
    }
}
