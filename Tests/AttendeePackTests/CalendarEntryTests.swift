import AttendeePack
import CICal
import EventFixture
import Foundation
import Testing
import Ticketing

@Suite("Calendar entries")
struct CalendarEntryTests {
    @Test("libical finds the event’s time and place, the ticket’s code, and an alarm two hours before the start")
    func readBack() throws {
        let entry = try ReadEntry(CalendarEntry.text(for: Sample.ticket()))
        #expect(entry.faults == 0)
        #expect(entry.count == 1)
        #expect(entry.start == Sample.start.seconds)
        #expect(entry.end == Sample.start.seconds + 36_000)
        #expect(entry.stamp == 1_800_000_000)
        #expect(entry.text(ICAL_SUMMARY_PROPERTY) == "New Year by the Lake")
        #expect(entry.text(ICAL_LOCATION_PROPERTY) == "Lido, Entebbe")
        #expect(entry.text(ICAL_DESCRIPTION_PROPERTY)?.contains("4F7K-29QX") == true)
        #expect(entry.alarmSeconds == -7200)
    }

    @Test("The calendar entry of a cancelled event is marked as cancelled, and has a higher sequence number")
    func cancelled() throws {
        var ticket = try Sample.ticket()
        let before = try CalendarEntry.text(for: ticket)
        ticket.event.cancelled = Instant(seconds: 1_850_000_000)
        ticket.event.revision += 1
        let text = try CalendarEntry.text(for: ticket)
        let entry = ReadEntry(text)
        #expect(entry.faults == 0 && entry.count == 1)
        #expect(entry.status == ICAL_STATUS_CANCELLED && ReadEntry(before).status == ICAL_STATUS_CONFIRMED)
        #expect(entry.sequence == ReadEntry(before).sequence + 1)
        #expect(entry.stamp == 1_850_000_000 && !text.contains("VALARM"))
    }

    @Test(
        "A calendar entry contains neither the token nor the note for gate staff, because others can see the calendar"
    )
    func secret() throws {
        let text = try CalendarEntry.text(for: Sample.ticket()).replacing("\r\n ", with: "")
        #expect(!text.contains(Sample.token))
        #expect(!text.contains("owes us money"))
    }

    @Test("libical reads the right start and end of an event during which the clocks change")
    func daylight() throws {
        // In Berlin, the clocks go forward from 02:00 to 03:00 on 2030-03-31.
        let start = Instant(seconds: 1_901_138_400)
        let ticket = try Sample.ticket(zone: "Europe/Berlin", time: (start, 4))
        let text = try CalendarEntry.text(for: ticket)
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:20300330T"))
        let entry = ReadEntry(text)
        #expect(entry.start == start.seconds)
        #expect(entry.end == start.seconds + 4 * 3600)
        #expect(text.contains("BEGIN:DAYLIGHT\r\nDTSTART:20300331T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200"))
    }

    @Test(
        "libical reads random start and end times in unusual time zones exactly to the second",
        arguments: [
            "Europe/London", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns",
            "Africa/Casablanca", "Pacific/Chatham", "UTC",
        ])
    func zones(zone: String) throws {
        var generator = SeededGenerator(for: "calendar zones")
        for _ in 0..<50 {
            let start = Instant(seconds: .random(in: 1_900_000_000..<2_050_000_000, using: &generator))
            let hours = Int64.random(in: 1...72, using: &generator)
            let entry = try ReadEntry(CalendarEntry.text(for: Sample.ticket(zone: zone, time: (start, hours))))
            #expect(entry.faults == 0)
            #expect(entry.start == start.seconds)
            #expect(entry.end == start.seconds + hours * 3600)
        }
    }

    @Test(
        "If an event starts near the hour that is repeated when clocks go back, libical reads the right start and end",
        arguments: [-3600, -1, 0, 3599, 3600])
    func repeatedHour(offset: Int64) throws {
        // In Berlin, the clocks go back from 03:00 to 02:00 on 2030-10-27.
        let start = Instant(seconds: 1_919_293_200 + offset)
        let text = try CalendarEntry.text(for: Sample.ticket(zone: "Europe/Berlin", time: (start, 30)))
        #expect(text.contains("DTSTART:2030102") && text.contains("DTEND;TZID=Europe/Berlin:"))
        let entry = ReadEntry(text)
        #expect(entry.start == start.seconds)
        #expect(entry.end == start.seconds + 30 * 3600)
        #expect(text.contains("BEGIN:DAYLIGHT\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0200"))
    }

    @Test("After the event is edited, the calendar entry has a later date of change and a higher sequence number")
    func edited() throws {
        var ticket = try Sample.ticket()
        #expect(try CalendarEntry.text(for: ticket).contains("\r\nSEQUENCE:0\r\n"))
        ticket.event.revision = 2
        ticket.event.lastModified = Instant(seconds: 1_800_000_500)
        let text = try CalendarEntry.text(for: ticket)
        #expect(text.contains("\r\nSEQUENCE:2\r\n") && text.contains("\r\nLAST-MODIFIED:20270115T080820Z\r\n"))
        #expect(ReadEntry(text).stamp == 1_800_000_500)
        // If the ticket was issued after the event’s last edit, the entry’s date of change is the date of issue.
        ticket.event.lastModified = Instant(seconds: 1_700_000_000)
        #expect(try ReadEntry(CalendarEntry.text(for: ticket)).stamp == 1_800_000_000)
    }

    @Test(
        "A calendar entry keeps at most six combining marks per letter; a Burmese word, which has fewer, is unchanged")
    func marks() throws {
        func summary(_ title: String) throws -> String? {
            try ReadEntry(CalendarEntry.text(for: Sample.ticket(title: title))).text(ICAL_SUMMARY_PROPERTY)
        }
        for between in ["\u{200D}", "\u{200C}", "\u{903}"] {
            let tower = "Z" + String(repeating: "\u{301}" + between, count: 60)
            let kept = try #require(try summary(tower))
            #expect(kept.unicodeScalars.count { $0 == "\u{301}" || $0 == "\u{903}" } <= 6)
        }
        #expect(try summary("လျှော့") == "လျှော့")
    }

    @Test(
        "Unusual names add no property to an entry and make no line longer than 75 octets", arguments: Sample.hardNames)
    func names(name: String) throws {
        let text = try CalendarEntry.text(for: Sample.ticket(title: "T" + name, holder: name, venue: name, type: name))
        let plain = try CalendarEntry.text(for: Sample.ticket())
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.last == "")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0D || $0 == 0x0A })
        #expect(text.replacing("\r\n", with: "").utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A })
        let entry = ReadEntry(text)
        #expect(entry.faults == 0)
        #expect(entry.count == 1)
        // Every line begins with a property name, except lines that continue the previous line. Each property must also
        // occur in an entry whose title, holder, venue and ticket type are harmless.
        func names(_ lines: [Substring]) -> Set<Substring> {
            Set(
                lines.filter { $0.utf8.first != 0x20 }.compactMap {
                    $0.split(whereSeparator: { ":;".contains($0) }).first
                })
        }
        #expect(names(lines).isSubset(of: names(plain.split(separator: "\r\n"))))
    }

    @Test("Two entries of one ticket are equal, and an event without a start has no calendar entry")
    func same() throws {
        #expect(try CalendarEntry.text(for: Sample.ticket()) == CalendarEntry.text(for: Sample.ticket()))
        #expect(throws: TicketExportError.missingStart) { try CalendarEntry.text(for: Sample.ticket(time: (nil, nil))) }
    }
}

final class ReadEntry {
    private let calendar: OpaquePointer?
    private let event: OpaquePointer?

    init(_ text: String) {
        calendar = icalparser_parse_string(text)
        event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT)
        icalrestriction_check(calendar)
    }

    deinit { icalcomponent_free(calendar) }

    /// The number of syntax errors and violated restrictions that libical finds.
    var faults: Int32 { icalcomponent_count_errors(calendar) }
    var count: Int32 { icalcomponent_count_components(calendar, ICAL_VEVENT_COMPONENT) }
    var start: Int64 { seconds(icalcomponent_get_dtstart(event)) }
    var end: Int64 { seconds(icalcomponent_get_dtend(event)) }
    var stamp: Int64 { seconds(icalcomponent_get_dtstamp(event)) }

    var status: icalproperty_status { icalcomponent_get_status(event) }
    var sequence: Int32 { icalcomponent_get_sequence(event) }

    func text(_ kind: icalproperty_kind) -> String? {
        let property = icalcomponent_get_first_property(event, kind)
        return icalproperty_get_value(property).flatMap { icalvalue_get_text($0) }.map { String(cString: $0) }
    }

    var alarmSeconds: Int32 {
        let alarm = icalcomponent_get_first_component(event, ICAL_VALARM_COMPONENT)
        let trigger = icalproperty_get_trigger(icalcomponent_get_first_property(alarm, ICAL_TRIGGER_PROPERTY))
        return icaldurationtype_as_int(trigger.duration)
    }

    /// Converts a time of the entry to seconds since 1970, with the time zone rules that the entry contains.
    private func seconds(_ time: icaltimetype) -> Int64 {
        let zone = time.zone ?? icaltimezone_get_utc_timezone()
        return Int64(icaltime_as_timet_with_zone(time, zone))
    }
}
