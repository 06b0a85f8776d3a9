import EventFixture
import Foundation
import Testing

@Suite("Malformed and hostile scans", .lowPriority)
struct ScanTests {
    private static let huge = [UInt8](repeating: UInt8(ascii: "A"), count: 10_000_000)
    private static let binary = (0...255).map { UInt8($0) }.filter { $0 != UInt8(ascii: "\n") }

    @Test(
        "`gate check` refuses each huge, binary or malformed line, skips blank lines, and admits the last line’s ticket"
    )
    func gate() throws {
        let stage = try Stage()
        let token = Array(try #require(try stage.tokens(1).first).utf8)
        let lines: [[UInt8]] = [
            ScanTests.huge, ScanTests.binary, [0xFF, 0xFE, 0xC0, 0x80], [0], token + [0, 0x41], [0xEF, 0xBB, 0xBF],
            token + token, Array(token.reversed()),
            token + [UInt8](repeating: 0x20, count: 5000) + token,
        ]
        let input = Array(([[], Array(" \t\r".utf8)] + lines + [[], token]).joined(separator: [0x0A]))
        let outcome = try stage.sh("eventpass gate check fair --gate North --json", input: input)
        let verdicts = try VerdictLine.lines(outcome)
        #expect(verdicts.map(\.verdict) == Array(repeating: "refuse", count: lines.count) + ["admit"])
        #expect(verdicts.dropLast().allSatisfy { $0.reason != nil })
        #expect(outcome.status == 1)
        let remarks = outcome.errorText.split(separator: "\n")
        #expect(remarks.count == 1 && outcome.errorText.hasPrefix("eventpass: warning: doors open in "), "\(remarks)")
        #expect(outcome.output.count < 20000)
        #expect(isPlain(outcome.output))

        let text = try stage.sh("eventpass gate check fair --gate North", input: input)
        #expect(text.lines.count == lines.count + 1)
        #expect(isPlain(text.output))
    }

    @Test("`token verify` refuses blank, huge and binary lines, and accepts the token in the last line")
    func verify() throws {
        let stage = try Stage()
        let token = Array(try #require(try stage.tokens(1).first).utf8)
        let lines: [[UInt8]] = [[], ScanTests.huge, ScanTests.binary, [0xFF, 0xFE], [0], token]
        let outcome = try stage.sh("eventpass token verify --json", input: Array(lines.joined(separator: [0x0A])))
        #expect(outcome.lines.dropLast() == Array(repeating: #"{"ok":false,"reason":"malformed"}"#, count: 5)[...])
        #expect(outcome.lines.last?.hasPrefix(#"{"ok":true"#) == true)
        #expect(outcome.status == 1)
    }

    @Test("With empty input, `gate check` and `token verify` succeed, but `token inspect` fails")
    func empty() throws {
        let stage = try Stage()
        #expect(try stage.sh("eventpass gate check fair --gate North").status == 0)
        #expect(try stage.sh("eventpass token verify").status == 0)
        #expect(try stage.sh("eventpass token inspect").status == 65)
        #expect(try stage.sh("eventpass token inspect", input: ScanTests.huge).status == 65)
        #expect(try stage.sh("eventpass token inspect", input: ScanTests.binary).status == 65)
    }
}

/// Whether text is safe for a terminal: the text has no control character except line feeds, and no invisible format
/// character except U+200C and U+200D.
func isPlain(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n"
        case .format: scalar.value == 0x200C || scalar.value == 0x200D
        case .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
