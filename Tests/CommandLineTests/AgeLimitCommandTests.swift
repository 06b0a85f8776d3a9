import EventFixture
import Foundation
import Languages
import Testing
import Ticketing

@Suite("Dates of birth on the command line", .lowPriority)
struct AgeLimitCommandTests {
    private let stage: Stage
    /// The day on which the event `soon` starts.
    private let day: CalendarDay

    init() throws {
        stage = try Stage()
        let start = Instant(seconds: Int64(Date().timeIntervalSince1970) + 10 * 86_400)
        let kampala = try #require(TimeZone(identifier: "Africa/Kampala"))
        day = CalendarDay(start, in: kampala)
        let made = try stage.sh(
            """
            set -e
            eventpass event create --title Soon --venue Lido --timezone Africa/Kampala --minimum-age 18 \
                --start \(day)T12:00 --end \(day)T20:00
            eventpass type add soon --name Regular
            eventpass event publish soon
            """)
        try #require(made.status == 0, "\(made)")
    }

    @Test("`order create` and `ticket issue` sell nothing to a person who is too young on the day of the event’s start")
    func refused() throws {
        let young = "\(day.year - 17)-01-01"
        for command in [
            "order create soon --line Regular=1 --buyer Grace", "ticket issue soon --type Regular --holder Grace",
        ] {
            let refused = try stage.sh("eventpass \(command) --born \(young)")
            #expect(refused.status == 65, "\(refused)")
            let date = SentenceArgument.day(day).text(in: .english)
            let names = refused.errorText.contains("“Soon” is for people who are at least 18 years old on \(date)")
            #expect(names, "\(refused)")
            let garbage = try stage.sh("eventpass \(command) --born '\u{1B}[2J;rm'")
            #expect(garbage.status == 65 && !garbage.errors.contains(0x1B), "\(garbage)")
            let old = try stage.sh("eventpass \(command) --born \(day.year - 19)-01-01 --json")
            #expect(old.status == 0, "\(old)")
            let isPrinted = old.text.contains("born") || old.text.contains("\(day.year - 19)-01-01")
            #expect(!isPrinted)
        }
        // Only the two orders of a person who is old enough have tickets: a free order, and an issued ticket.
        #expect(try stage.sh("eventpass ticket list soon --json").lines.count == 2)
    }
}
