import EventFixture
import Foundation
import Testing

@Suite("Ctrl-C during an export", .lowPriority, .slow)
struct InterruptTests {
    @Test("If Ctrl-C stops an export of symbols, each written file is complete", arguments: ["png", "svg"])
    func export(_ format: String) throws {
        let stage = try Stage()
        let tokens = Set(try stage.tokens(4000))
        let export = try stage.folder.start("exec eventpass ticket export fair --format \(format) --output symbols")
        try waitUntil("symbols are being written") {
            guard FileManager.default.fileExists(atPath: stage.folder("symbols")) else { return false }
            return try stage.folder.names(in: "symbols").count >= 10
        }
        kill(export.process.processIdentifier, SIGINT)
        let outcome = try export.outcome()
        #expect(outcome.status == 128 + SIGINT, "\(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorText.contains("eventpass: stopped after "))
        let names = try stage.folder.names(in: "symbols")
        #expect((10..<4000).contains(names.count))
        #expect(names.allSatisfy { $0.hasSuffix(".\(format)") && !$0.hasPrefix(".") }, "\(names)")
        guard format == "png" else {
            #expect(try stage.sh("grep -L '</svg>' symbols/*.svg").text.isEmpty)
            return
        }
        let read = try stage.sh("for file in symbols/*; do eventpass qr read $file || echo $file; done")
        #expect(read.lines.count == names.count)
        #expect(Set(read.lines).isSubset(of: tokens))
    }
}
