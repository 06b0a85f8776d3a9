import EventFixture
import Foundation
import Printing
import Testing
import Ticketing

@testable import PrintShop

@Suite("Event details on paper")
struct EventFieldsTests {
    private func fields(days: Int, language: String = "en-GB") throws -> [TicketField: String] {
        // Friday, 1 January 2027, 18:00 UTC.
        let start = Instant(seconds: 1_798_826_400)
        return try fields(
            from: start, to: start.advanced(bySeconds: Int64(days) * 86_400 + 4 * 3600), in: "UTC", language: language)
    }

    private func fields(
        from start: Instant, to end: Instant, in zone: String, language: String = "en-GB"
    ) throws -> [TicketField: String] {
        var details = EventDetails(title: "Fair", venue: "Lido", timeZone: zone, start: start, end: end)
        details.doors = start.advanced(bySeconds: -3600)
        details.address = "Beach Road 1"
        let event = Event(
            number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 5)),
            slug: "fair", suite: .hmac, created: start, details: details)
        return EventFieldValues(event: event, organizer: "Nile", language: language).ticketFields
    }

    @Test(
        "A ticket shows one date for an event of one night, and the first and last date for an event of several days")
    func days() throws {
        let night = try fields(days: 0)
        #expect(night[.date]?.contains("Friday") == true && night[.date]?.contains("–") == false)
        let multiDay = try fields(days: 4)
        #expect(multiDay[.date]?.contains("1 Jan 2027") == true && multiDay[.date]?.contains("– 5 Jan 2027") == true)
        #expect(multiDay[.shortDate] == "1 Jan 18:00 – 5 Jan 2027")
        #expect(multiDay[.end]?.contains("Tuesday") == true || multiDay[.end]?.contains("5 January 2027") == true)
        #expect(multiDay[.doors]?.isEmpty == false)
        #expect(multiDay[.address] == "Beach Road 1")
    }

    /// The moment of a local time in Kampala, such as `2027-09-27 22:00`.
    private func instant(_ text: String) throws -> Instant {
        let date = try Date("\(text.replacing(" ", with: "T")):00+03:00", strategy: .iso8601)
        return Instant(seconds: Int64(date.timeIntervalSince1970))
    }

    @Test(
        """
        If an event lasts 24 hours or more, or ends after noon on a later day, \
        its ticket shows both days and the start time
        """,
        arguments: [
            ("2027-09-27 22:00", "2027-09-28 21:00"), ("2027-09-27 22:00", "2027-09-28 12:01"),
            ("2027-09-27 10:00", "2027-09-28 10:00"), ("2027-12-31 20:00", "2028-01-01 18:00"),
        ])
    func multiDay(_ start: String, _ end: String) throws {
        let fields = try fields(from: try instant(start), to: try instant(end), in: "Africa/Kampala")
        let (first, last) = (String(start.suffix(5)), end.contains("2028") ? "1 Jan 2028" : "28 Sep 2027")
        for date in [fields[.date] ?? "", fields[.shortDate] ?? ""] {
            #expect(date.contains(first) && date.hasSuffix("– \(last)"), "\(date)")
        }
    }

    @Test(
        "If an event lasts less than 24 hours and ends by noon of the next day, its ticket shows only one date",
        arguments: [
            ("2027-09-27 22:00", "2027-09-28 05:00"), ("2027-09-27 22:00", "2027-09-28 12:00"),
            ("2027-09-28 01:00", "2027-09-28 21:00"), ("2027-09-27 08:00", "2027-09-27 23:59"),
        ])
    func oneDay(_ start: String, _ end: String) throws {
        let fields = try fields(from: try instant(start), to: try instant(end), in: "Africa/Kampala")
        for date in [fields[.date] ?? "", fields[.shortDate] ?? ""] {
            #expect(date.hasSuffix(String(start.suffix(4))) && !date.contains("–"), "\(date)")
        }
    }

    @Test(
        "The short date of an event of several days contains the start time in every language",
        arguments: [
            ("en-GB", "1 Jan 18:00 – 5 Jan 2027"), ("en-US", "Jan 1 6:00 PM – Jan 5, 2027"),
            ("de", "1. Jan. 18:00 – 5. Jan. 2027"), ("fr", "1er janv. 18:00 – 5 janv. 2027"),
            ("sw", "1 Jan 18:00 – 5 Jan 2027"), ("ja", "1月1日 18:00 – 2027年1月5日"),
        ])
    func shortDates(_ language: String, _ written: String) throws {
        let date = try fields(days: 4, language: language)[.shortDate]
        #expect(date?.replacing("\u{202F}", with: " ") == written)
    }

    @Test("The short date of an event over New Year shows both years")
    func newYear() throws {
        let fields = try fields(
            from: try instant("2027-12-30 18:00"), to: try instant("2028-01-02 20:00"), in: "Africa/Kampala")
        #expect(fields[.shortDate] == "30 Dec 2027 at 18:00 – 2 Jan 2028")
    }

    @Test(
        "A line break on a narrow label cannot separate the number of people from the word next to it",
        arguments: [("en-GB", "admits\u{A0}5"), ("fr", "pour 5\u{A0}personnes"), ("sw", "kwa watu\u{A0}5")])
    func people(_ language: String, _ written: String) throws {
        let five = try #require(Admits(rawValue: 5))
        #expect(TicketFieldValues.people(five, in: language) == written)
    }

    private static let folder = Project.file("Samples/Layouts")

    /// Draws a sheet with one ticket of an event with these details, and returns the sheet’s text and the warnings.
    private func drawn(_ event: [TicketField: String], on name: String) throws -> (
        text: String, notes: RenderingWarnings
    ) {
        let path = EventFieldsTests.folder.appending(path: "\(name).json")
        let layout = try Layout(json: Array(Data(contentsOf: path)))
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(layout, event: event, artwork: [:]) { pdf += $0 }
        let ticket = PrintedTicket(
            code: "4F7K-29QX", token: "240GSFN2CEXHXGK0VM026000000FZZWZZ8QK68WCG17SDR4C2HPAP5KJ",
            fields: [.holder: "Grace Nakato", .type: "Regular", .code: "4F7K-29QX"])
        try file.add([ticket] + [PrintedTicket?](repeating: nil, count: layout.cellsPerSheet - 1))
        let notes = try file.finish().warnings
        return (try PDFReader.text(pdf), notes)
    }

    @Test(
        "The smallest label shows the start time, for an event of one day and for an event of five days",
        arguments: ["en-GB", "en-US", "de", "fr", "es", "sw", "ja"], [0, 4])
    func smallestLabel(_ language: String, days: Int) throws {
        let (text, notes) = try drawn(try fields(days: days, language: language), on: "Labels/avery-l7651")
        let plain = text.replacing("\u{202F}", with: " ")
        #expect(plain.contains(language == "en-US" ? "6:00 PM" : "18:00"), "\(text)")
        #expect(notes.truncated.isEmpty && notes.belowMinimumSize.isEmpty, "\(notes)")
        if days > 0 { #expect(plain.contains("5") && plain.contains("–"), "\(text)") }
    }

    private static let layouts = [
        "a4", "a5", "a6", "letter", "a4-8", "a4-10", "letter-10", "a4-stub", "wristband", "a4-wristbands", "badge",
        "a4-badges", "roll-62", "roll-80", "tent-card", "Labels/avery-l7160", "Labels/avery-l7162",
        "Labels/avery-5163", "Labels/herma-4677",
    ]

    @Test(
        "Burmese and Tibetan dates, whose letters are taller than Latin letters, fit every layout",
        arguments: layouts)
    func highScripts(_ layout: String) throws {
        for (language, days) in [("my", 0), ("my", 4), ("bo", 0), ("bo", 4)] {
            let notes = try drawn(try fields(days: days, language: language), on: layout).notes
            #expect(
                !notes.truncated.contains { $0.field.contains("date") }, "\(language), \(days) days: \(notes.truncated)"
            )
        }
    }

    @Test("If a date needs smaller letters than the layout allows, a warning mentions small letters, but no cut text")
    func highScriptRemarked() throws {
        let notes = try drawn(try fields(days: 0, language: "bo"), on: "Labels/avery-l7651").notes
        #expect(notes.belowMinimumSize.map(\.field) == ["date"] && notes.truncated.isEmpty)
        #expect(
            notes.sentences.map(\.english) == [
                "1 text is in smaller letters than the layout allows, because its box is not high enough. Date: on every ticket."
            ])
    }

    @Test(
        "Prices are formatted for the event’s language",
        arguments: [
            ("en-GB", "120000 UGX", "UGX 120,000"), ("de", "12.50 EUR", "12,50 €"), ("en-US", "0.05 USD", "$0.05"),
            ("de", "120000 UGX", "120.000 UGX"), ("en-GB", "1.500 KWD", "KWD 1.500"),
        ])
    func prices(_ language: String, _ text: String, _ written: String) throws {
        let money = try #require(Money(text))
        #expect(money.text(in: PaperLanguage(language).locale).replacing("\u{A0}", with: " ") == written)
    }
}
