import EventFixture
import Languages
import Management
import Testing
import Ticketing

@testable import eventpass

@Suite("The page of `gate stats --watch`")
struct AttendancePageTests {
    private let festival: Festival
    private let attendance: Attendance

    init() throws {
        festival = try Festival(engine: .sqlite)
        attendance = try festival.services.reports.attendance(of: festival.event)
    }

    private func lines(_ page: AttendancePage, rows: Int, after delay: Duration = .zero) -> [String] {
        page.screen(ScreenPage.Size(columns: 80, rows: rows), at: .now + delay).lines.map(\.text)
    }

    private func missing(_ count: Int) -> String {
        Language.ofCommandLine.text(GateStatsCommand.Text.moreLines, ["count": .number(count)])
    }

    @Test("If a window is too small for all numbers, its last row of numbers says how many lines are missing")
    func small() throws {
        let attendance = attendance
        let page = AttendancePage(of: festival.event, attendance) { attendance }
        // The title, three numbers, the warning and the time
        let all = lines(page, rows: 6)
        #expect(all.count == 6 && all[0] == festival.event.details.title && all[3] == "inside    0", "\(all)")
        let some = lines(page, rows: 5)
        #expect(some.count == 5 && some[1] == all[1] && some[2] == missing(2), "\(some)")
        #expect(lines(page, rows: 3)[0] == missing(4))
        #expect(lines(page, rows: 2) == Array(all.suffix(2)))
        #expect(lines(page, rows: 9).count == 9)
    }

    private struct Hostile: Error, CustomStringConvertible {
        let description = "gone \u{1B}[2J\u{7}"
    }

    @Test("Control characters in the error of a failed fetch do not reach the terminal; the old numbers stay visible")
    func escaped() throws {
        let page = AttendancePage(of: festival.event, attendance) { throw Hostile() }
        let before = lines(page, rows: 9)
        let after = lines(page, rows: 9, after: AttendancePage.interval * 2)
        #expect(after[7].contains("gone"), "\(after)")
        #expect(after.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(after)")
        #expect(Array(after.prefix(7)) == Array(before.prefix(7)))
    }
}
