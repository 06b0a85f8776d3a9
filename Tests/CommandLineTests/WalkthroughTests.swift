import EventFixture
import Foundation
import Testing

@Suite("The walkthrough of the samples")
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
}
