import EventFixture
import Foundation
import Testing
import Ticketing

@Suite("The table of the policy in the documentation")
struct NoticePolicyTableTests {
    @Test("Docs/Messages.md lists every setting with its meaning, default and range, in the same order")
    func table() throws {
        let text = try Project.text(of: "Docs/Messages.md")
        let section = try #require(text.split(separator: "### Limits and times\n").last)
        let rows = section.split(separator: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
        let expected = NoticePolicySetting.all.map { setting in
            let unit = setting.unit
            let bounds = [setting.range.lowerBound, setting.range.upperBound].map { unit.text($0) }
            let range = bounds.joined(separator: unit == .flag ? " or " : " to ")
            return "| `\(setting.name)` | \(setting.label.rawValue) | \(unit.text(setting.standard)) | \(range) |"
        }
        #expect(rows.map(String.init) == expected)
    }
}
