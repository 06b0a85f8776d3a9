import Gate
import KeyboardFixture
import Testing

/// In the scanner test, the user scans a printed test symbol. The program then finds out how the scanner types.
@Suite("Findings of the scanner test")
struct CalibrationTests {
    private static let suffixes: [(String, ScannerTest.Suffix)] = [
        ("", .none), ("\r", .enter), ("\n", .enter), ("\r\n", .enter), ("\t", .tab), ("\t\t", .other("\t\t")),
    ]

    @Test(
        "The scanner test detects the layout, caps lock, prefix and suffix of a scan",
        arguments: LayoutTests.hosts.map { "\($1) \($2)" })
    func detected(_ name: String) throws {
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        for capsLock in [false, true] {
            for prefix in ["", "]Q1", #"]Q1\000026"#, "SHOP "] {
                for (typed, suffix) in CalibrationTests.suffixes {
                    let line = try keyboard.type(prefix + ScannerTest.symbolText + typed, capsLock: capsLock)
                    guard case .read(let setup) = ScannerTest.finding(in: Array(line.utf8)) else {
                        Issue.record("not read: \(line)")
                        continue
                    }
                    #expect(setup.layout == layout && setup.typesLowercase == capsLock && setup.suffix == suffix)
                    #expect(setup.isPrefixStripped)
                    if !capsLock, variant.isEmpty { #expect(setup.prefix == prefix, "\(line)") }
                }
            }
        }
    }

    @Test(
        "The layout is detected even if dead keys (keys for accents) swallow characters of the prefix",
        arguments: LayoutTests.hosts.map { "\($1) \($2)" })
    func swallowed(_ name: String) throws {
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let line = try KeyboardHost(host, variant).type(
            "]Q1" + ScannerTest.symbolText + "\r", deadKeys: .swallowed)
        guard case .read(let setup) = ScannerTest.finding(in: Array(line.utf8)) else {
            Issue.record("not read: \(line)")
            return
        }
        #expect(setup.layout == layout && setup.suffix == .enter)
    }

    @Test(
        "If only the beginning of the test symbol's text arrives, the text is reported as cut off",
        arguments: ["us", "de", "fr", "ru"])
    func cutOff(_ host: String) throws {
        let keyboard = try KeyboardHost(host)
        for length in [11, 25, ScannerTest.symbolText.count - 1] {
            let line = try keyboard.type("]Q1" + ScannerTest.symbolText.prefix(length) + "\r")
            guard case .cutOff(length, _) = ScannerTest.finding(in: Array(line.utf8)) else {
                Issue.record("\(ScannerTest.finding(in: Array(line.utf8))): \(line)")
                continue
            }
        }
    }

    @Test("For a layout that gates cannot repair, the scanner test reports the characters that the layout changes")
    func unknown() throws {
        // The Hungarian layout swaps Y and Z, as the German layout does, and has the key 0 to the left of the key 1.
        let line = try KeyboardHost("hu").type(ScannerTest.symbolText + "\r")
        #expect(ScannerTest.finding(in: Array(line.utf8)) == .unknownLayout(changed: "0-YZ/:"))
    }

    @Test(
        "A text other than the test symbol's is reported as unrelated; for an empty scan, the finding is “nothing”",
        arguments: [
            ("", ScannerTest.Finding.nothing), ("\r\n\t\u{0} ", .nothing), ("4006381333931\r", .unrelatedText),
            ("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX\r", .unrelatedText),
            (ScannerTest.symbolText + "\r" + ScannerTest.symbolText + "\r", .unrelatedText),
            (String(repeating: "A", count: 2000), .unrelatedText), ("0123456789", .unrelatedText),
        ])
    func others(_ typed: String, _ finding: ScannerTest.Finding) {
        #expect(ScannerTest.finding(in: Array(typed.utf8)) == finding)
    }

    @Test("Bytes that are not UTF-8, and a text of a million digits, are each reported as unrelated text")
    func hostile() {
        #expect(ScannerTest.finding(in: [0xFF, 0xFE, 0xC0]) == .unrelatedText)
        #expect(ScannerTest.finding(in: [UInt8](repeating: 0x30, count: 1_000_000)) == .unrelatedText)
    }

    @Test("If a prefix is too long for gates to remove, the scanner test reports that gates leave it in place")
    func longPrefix() {
        guard case .read(let setup) = ScannerTest.finding(in: Array("SCANNER-007: \(ScannerTest.symbolText)\r".utf8))
        else {
            Issue.record("not read")
            return
        }
        #expect(!setup.isPrefixStripped && setup.prefix == "SCANNER-007: ")
    }
}
