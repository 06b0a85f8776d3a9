import Gate
import KeyboardFixture
import Testing

@Suite("Calibration of scanners")
struct CalibrationTests {
    private static let suffixes: [(String, Calibration.Suffix)] = [
        ("", .none), ("\r", .enter), ("\n", .enter), ("\r\n", .enter), ("\t", .tab), ("\t\t", .other("\t\t")),
    ]

    @Test("Layout, caps lock, prefix and suffix are told apart", arguments: LayoutTests.hosts.map { "\($1) \($2)" })
    func told(_ name: String) throws {
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        for capsLock in [false, true] {
            for prefix in ["", "]Q1", #"]Q1\000026"#, "SHOP "] {
                for (typed, suffix) in CalibrationTests.suffixes {
                    let line = try keyboard.type(prefix + Calibration.symbolText + typed, capsLock: capsLock)
                    guard case .read(let setup) = Calibration.finding(in: Array(line.utf8)) else {
                        Issue.record("not read: \(line)")
                        continue
                    }
                    #expect(setup.layout == layout && setup.hasSmallLetters == capsLock && setup.suffix == suffix)
                    #expect(setup.isPrefixTaken)
                    if !capsLock, variant.isEmpty { #expect(setup.prefix == prefix, "\(line)") }
                }
            }
        }
    }

    @Test(
        "What dead keys swallow of a prefix does not hide the layout",
        arguments: LayoutTests.hosts.map { "\($1) \($2)" })
    func swallowed(_ name: String) throws {
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let line = try KeyboardHost(host, variant).type(
            "]Q1" + Calibration.symbolText + "\r", deadKeys: .swallowed)
        guard case .read(let setup) = Calibration.finding(in: Array(line.utf8)) else {
            Issue.record("not read: \(line)")
            return
        }
        #expect(setup.layout == layout && setup.suffix == .enter)
    }

    @Test("A symbol that was cut off is told from another", arguments: ["us", "de", "fr", "ru"])
    func cutOff(_ host: String) throws {
        let keyboard = try KeyboardHost(host)
        for length in [11, 25, Calibration.symbolText.count - 1] {
            let line = try keyboard.type("]Q1" + Calibration.symbolText.prefix(length) + "\r")
            guard case .cutOff(length, _) = Calibration.finding(in: Array(line.utf8)) else {
                Issue.record("\(Calibration.finding(in: Array(line.utf8))): \(line)")
                continue
            }
        }
    }

    @Test("A layout that no gate repairs is told by the characters that it changes")
    func unknown() throws {
        // Hungarian has Y and Z as German has, and 0 to the left of 1.
        let line = try KeyboardHost("hu").type(Calibration.symbolText + "\r")
        #expect(Calibration.finding(in: Array(line.utf8)) == .unknownLayout(changed: "0-YZ/:"))
    }

    @Test(
        "Anything else is something else, and nothing is nothing",
        arguments: [
            ("", Calibration.Finding.nothing), ("\r\n\t\u{0} ", .nothing), ("4006381333931\r", .somethingElse),
            ("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX\r", .somethingElse),
            (Calibration.symbolText + "\r" + Calibration.symbolText + "\r", .somethingElse),
            (String(repeating: "A", count: 2000), .somethingElse), ("0123456789", .somethingElse),
        ])
    func others(_ typed: String, _ finding: Calibration.Finding) {
        #expect(Calibration.finding(in: Array(typed.utf8)) == finding)
    }

    @Test("Bytes that are no text, and a million of them, are taken")
    func hostile() {
        #expect(Calibration.finding(in: [0xFF, 0xFE, 0xC0]) == .somethingElse)
        #expect(Calibration.finding(in: [UInt8](repeating: 0x30, count: 1_000_000)) == .somethingElse)
    }

    @Test("A prefix that no gate takes off is told as such")
    func longPrefix() {
        guard case .read(let setup) = Calibration.finding(in: Array("SCANNER-007: \(Calibration.symbolText)\r".utf8))
        else {
            Issue.record("not read")
            return
        }
        #expect(!setup.isPrefixTaken && setup.prefix == "SCANNER-007: ")
    }
}
