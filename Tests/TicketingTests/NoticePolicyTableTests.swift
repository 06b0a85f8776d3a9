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
            let range = "\(unit.text(setting.range.lowerBound)) to \(unit.text(setting.range.upperBound))"
            return "| `\(setting.name)` | \(setting.label.rawValue) | \(unit.text(setting.standard)) | \(range) |"
        }
        #expect(rows.map(String.init) == expected)
    }
}
