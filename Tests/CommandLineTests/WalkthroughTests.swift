import EventFixture
import Foundation
import Testing

@Suite("The walkthroughs of the samples and README", .lowPriority)
struct WalkthroughTests {
    @Test("The commands of the festival’s walkthrough print the output that the walkthrough shows")
    func walkthrough() throws {
        let festival = Project.file("Samples/Festival")
        let folder = try TemporaryFolder()
        try folder.write([UInt8](Data(contentsOf: festival.appendingPathComponent("guests.csv"))), to: "guests.csv")
        let text = try String(contentsOf: festival.appendingPathComponent("walkthrough.txt"), encoding: .utf8)
        try Transcript(text).run(in: folder)
    }

    @Test("The commands of the wedding’s walkthrough print the output that the walkthrough shows")
    func wedding() throws {
        let wedding = Project.file("Samples/Wedding")
        let folder = try TemporaryFolder()
        for name in ["guests.csv", "guests.xlsx", "settings.json"] {
            try folder.write([UInt8](Data(contentsOf: wedding.appendingPathComponent(name))), to: name)
        }
        let text = try String(contentsOf: wedding.appendingPathComponent("walkthrough.txt"), encoding: .utf8)
        try Transcript(text).run(in: folder)
    }

    @Test("README’s commands for a wedding work; `gate run`, which needs a terminal, is not tried")
    func readme() throws {
        let page = try Project.text(of: "README.md")
        let section = try #require(page.components(separatedBy: "\n## A wedding\n").last)
        let block = try #require(section.components(separatedBy: "```\n").dropFirst().first)
        let gate = "eventpass gate run wedding --gate Garden --sub-event reception\n"
        #expect(block.hasSuffix(gate))
        let stage = try Stage()
        try stage.folder.write(
            [UInt8](Data(contentsOf: Project.file("Samples/Wedding/guests.xlsx"))), to: "guests.xlsx")
        // In this test, the guest list is in the stage’s folder. The year is replaced, so that the event is always in
        // the future.
        let commands = block.dropLast(gate.count).replacing("Samples/Wedding/guests.xlsx", with: "guests.xlsx")
            .replacing("2030-", with: "2099-")
        let outcome = try stage.sh("set -e\n\(commands)")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("120 guests added, ") && outcome.text.contains(" codes issued for 132 people\n"))
        #expect(outcome.text.hasSuffix("\nGrace Nakato, Reception: attending, with 1\n"), "\(outcome)")
        let opened = try stage.sh("eventpass gate stats wedding")
        #expect(opened.status == 0 && opened.text.contains("Reception"), "\(opened)")
    }
}
