import Foundation
import Ticketing

/// What an organizer says of a ticket type, as forms have it.
enum TypeField: String, EditField, CaseIterable {
    case name, price, quantity, admits, opens, closes, least, most
    case hidden
    case doorReservations = "door-reservations"
    case minimumAge = "minimum-age"
    case validFrom = "valid-from"
    case validUntil = "valid-until"
    case hours, gates
    case gateNote = "gate-note"
    case reentry = "re-entry"
    case liveCode = "live-code"

    /// A type, and the zone in which its times are read.
    struct Subject: Sendable {
        var draft: TicketTypeDraft
        let zone: TimeZone
    }

    var field: FormField {
        switch self {
        case .name: .init(rawValue, "Name", need: .needed)
        case .price: .init(rawValue, "Price", hint: "With its currency, such as 50000 UGX. Empty is free of charge.")
        case .quantity: .init(rawValue, "How many there are", .number, hint: "Empty is no limit but the venue’s.")
        case .admits: .init(rawValue, "People whom one ticket admits", .number, hint: "1 to 16.")
        case .opens: .init(rawValue, "On sale from", .moment, hint: "Empty is from its publication on.")
        case .closes: .init(rawValue, "On sale until", .moment, hint: "Empty is until the event’s start.")
        case .least: .init(rawValue, "Least in one order", .number)
        case .most: .init(rawValue, "Most in one order", .number)
        case .hidden: .init(rawValue, "Not shown to buyers", .tick)
        case .doorReservations:
            .init(
                rawValue, "Visitors may reserve it and pay at the door", .tick,
                hint: "A quarter of it at most. Unpaid reservations expire 30 minutes after doors open.")
        case .minimumAge: .init(rawValue, "The youngest who may come", .choice(EventField.ages))
        case .validFrom: .init(rawValue, "Opens gates from", .moment)
        case .validUntil: .init(rawValue, "Opens gates until", .moment)
        case .hours: .init(rawValue, "Hours of each day", hint: "Such as 10:00-18:00. Empty is all day.")
        case .gates: .init(rawValue, "Gates that take it", .text, hint: "One a line. Empty is every gate.")
        case .gateNote: .init(rawValue, "What gates are told of it")
        case .reentry:
            .init(
                rawValue, "How often its people may come in",
                .offered(["after-exit", "never", "always", "daily", "3"]),
                hint: "never again, after-exit, always, daily, or a number of times.")
        case .liveCode:
            .init(rawValue, "Gates demand a live code: a picture of a ticket is not enough", .tick)
        }
    }

    func text(in subject: Subject) -> String {
        let (draft, zone) = (subject.draft, subject.zone)
        return switch self {
        case .name: draft.name
        case .price: draft.price?.description ?? ""
        case .quantity: draft.quantity.map { "\($0)" } ?? ""
        case .admits: "\(draft.admits)"
        case .opens: FormTime.text(draft.sales.opens, in: zone)
        case .closes: FormTime.text(draft.sales.closes, in: zone)
        case .least: "\(draft.perOrder.least)"
        case .most: draft.perOrder.most.map { "\($0)" } ?? ""
        case .hidden: draft.isHidden ? FormField.ticked : ""
        case .doorReservations: draft.takesDoorReservations ? FormField.ticked : ""
        case .minimumAge: draft.minimumAge.map { "\($0.rawValue)" } ?? ""
        case .validFrom: FormTime.text(draft.window.from, in: zone)
        case .validUntil: FormTime.text(draft.window.until, in: zone)
        case .hours: draft.hours?.rawValue ?? ""
        case .gates: draft.gates.joined(separator: "\n")
        case .gateNote: draft.gateNote ?? ""
        case .reentry: draft.reentry.rawValue
        case .liveCode: draft.demandsLiveCode ? FormField.ticked : ""
        }
    }

    func put(_ text: String, into subject: inout Subject) throws(FieldFault) {
        let some = text.isEmpty ? nil : text
        let zone = subject.zone
        switch self {
        case .name: subject.draft.name = text
        case .price: subject.draft.price = try money(some)
        case .quantity: subject.draft.quantity = try number(some)
        case .admits: subject.draft.admits = try admits(text)
        case .opens: subject.draft.sales.opens = try FormTime.instant(text, in: zone, field: rawValue)
        case .closes: subject.draft.sales.closes = try FormTime.instant(text, in: zone, field: rawValue)
        case .least: subject.draft.perOrder.least = try number(some) ?? 1
        case .most: subject.draft.perOrder.most = try number(some)
        case .hidden: subject.draft.isHidden = some != nil
        case .doorReservations: subject.draft.takesDoorReservations = some != nil
        case .minimumAge: subject.draft.minimumAge = try age(text)
        case .validFrom: subject.draft.window.from = try FormTime.instant(text, in: zone, field: rawValue)
        case .validUntil: subject.draft.window.until = try FormTime.instant(text, in: zone, field: rawValue)
        case .hours: subject.draft.hours = try hours(some)
        case .gates:
            subject.draft.gates = text.split(whereSeparator: \.isNewline).map(String.init)
        case .gateNote: subject.draft.gateNote = some
        case .reentry: subject.draft.reentry = try reentry(text)
        case .liveCode: subject.draft.demandsLiveCode = some != nil
        }
    }

    /// The office judges a type beside the others of its event.
    static func faults(in subject: Subject) -> [FieldFault] { [] }

    private func money(_ text: String?) throws(FieldFault) -> Money? {
        guard let text else { return nil }
        guard let money = Money(text) else {
            throw FieldFault(rawValue, "an amount and its currency, such as 50000 UGX or 12.50 EUR")
        }
        return money
    }

    private func admits(_ text: String) throws(FieldFault) -> Admits {
        guard let admits = UInt8(text).flatMap({ Admits(rawValue: $0) }) else {
            throw FieldFault(rawValue, "1 to \(Admits.most)")
        }
        return admits
    }

    private func hours(_ text: String?) throws(FieldFault) -> DailyHours? {
        guard let text else { return nil }
        guard let hours = DailyHours(rawValue: text) else { throw FieldFault(rawValue, "hours such as 10:00-18:00") }
        return hours
    }

    private func reentry(_ text: String) throws(FieldFault) -> Reentry {
        guard let reentry = Reentry(rawValue: text) else {
            throw FieldFault(rawValue, "never, after-exit, always, daily, or 1 to \(Reentry.mostEntries)")
        }
        return reentry
    }
}
