import EventFixture
import Foundation
import Testing

@Suite("The expiry of a gate pack", .lowPriority)
struct PackEndTests {
    @Test("`gate pack` prints a pack’s expiry with the year and the UTC offset, even if it refuses to create the pack")
    func zone() throws {
        // The event is in Kampala, and ends on 2 January 2099 at 04:00.
        let stage = try Stage()
        _ = try stage.tokens(1)
        let made = try stage.sh("eventpass gate pack fair --device Lane --output north.gate")
        #expect(made.text.hasSuffix(", expires Sat 3 Jan 2099 04:00:00 +03:00\n"), "\(made)")
        let newYear = try stage.sh("eventpass gate pack fair --device Lane --expires 2099-01-01T00:30 --output b.gate")
        #expect(newYear.text.hasSuffix(", expires Thu 1 Jan 2099 00:30:00 +03:00\n"), "\(newYear)")
        let late = try stage.sh("eventpass gate pack fair --device Lane --expires 2026-01-01T00:30 --output late.gate")
        #expect(late.status == 65 && late.output.isEmpty)
        #expect(
            late.errorText == """
                eventpass: error: the pack would expire at 2026-01-01T00:30:00+03:00, which is in the past
                eventpass: hint: choose a later time with --expires

                """, "\(late)")
        #expect(!FileManager.default.fileExists(atPath: stage.folder("late.gate")))
    }
}
