import EventFixture
import Foundation
import Testing

@Suite("The walkthrough of the samples", .besideOthers)
struct WalkthroughTests {
    @Test("From an empty folder to the gate, the program prints what the walkthrough says")
    func walkthrough() throws {
        let festival = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Samples/Festival").standardized
        let folder = try TemporaryFolder()
        try folder.write([UInt8](Data(contentsOf: festival.appendingPathComponent("guests.csv"))), to: "guests.csv")
        let text = try String(contentsOf: festival.appendingPathComponent("walkthrough.txt"), encoding: .utf8)
        try Transcript(text).run(in: folder)
    }

    @Test("From an older system's settings to the gates of a wedding, likewise")
    func wedding() throws {
        let wedding = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Samples/Wedding").standardized
        let folder = try TemporaryFolder()
        for name in ["guests.csv", "guests.xlsx", "settings.json"] {
            try folder.write([UInt8](Data(contentsOf: wedding.appendingPathComponent(name))), to: name)
        }
        let text = try String(contentsOf: wedding.appendingPathComponent("walkthrough.txt"), encoding: .utf8)
        try Transcript(text).run(in: folder)
    }
}
