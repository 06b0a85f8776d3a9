import Foundation
import Ticketing
import WebHost

/// The fields of a ticket type in forms.
enum TicketTypeField: String, EditField, CaseIterable {
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

    /// The details of a ticket type, and the time zone of the form.
    struct Subject: Sendable {
        var draft: TicketTypeDetails
        let zone: TimeZone
    }

    var field: FormField {
        switch self {
        case .name: .init(rawValue, "Name", requirement: .required)
        case .price:
            .init(rawValue, "Price", hint: "With the currency, such as 50000 UGX. Leave empty for a free ticket.")
        case .quantity:
            .init(rawValue, "Quantity", .number, hint: "Leave empty for no limit other than the capacity of the venue.")
        case .admits: .init(rawValue, "People per ticket", .number, hint: "1 to 16.")
        case .opens: .init(rawValue, "Sale starts", .dateTime, hint: "Leave empty to start with publication.")
        case .closes: .init(rawValue, "Sale ends", .dateTime, hint: "Leave empty to end with the start of the event.")
        case .least: .init(rawValue, "Min per order", .number)
        case .most: .init(rawValue, "Max per order", .number)
        case .hidden: .init(rawValue, "Hide from buyers", .checkbox)
        case .doorReservations:
            .init(
                rawValue, "Visitors may reserve tickets of this type and pay at the door", .checkbox,
                hint: "At most a quarter of the quantity. Unpaid reservations expire 30 minutes after doors open.")
        case .minimumAge: .init(rawValue, "Minimum age", .choice(EventField.ages))
        case .validFrom: .init(rawValue, "Valid from", .dateTime)
        case .validUntil: .init(rawValue, "Valid until", .dateTime)
        case .hours: .init(rawValue, "Daily hours", hint: "HH:MM-HH:MM, such as 10:00-18:00. Leave empty for all day.")
        case .gates: .init(rawValue, "Gates", .text, hint: "One gate per line. Leave empty for all gates.")
        case .gateNote: .init(rawValue, "Note for gate staff")
        case .reentry:
            .init(
                rawValue, "Re-entry",
                .suggestions(["after-exit", "never", "always", "daily", "3"]),
                hint: "never, after-exit, always, daily, or a maximum number of entries.")
        case .liveCode:
            .init(rawValue, "Require a live code (a screenshot of the ticket is not enough)", .checkbox)
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
        case .hidden: draft.isHidden ? FormField.checkedValue : ""
        case .doorReservations: draft.allowsDoorReservations ? FormField.checkedValue : ""
        case .minimumAge: draft.minimumAge.map { "\($0.rawValue)" } ?? ""
        case .validFrom: FormTime.text(draft.window.from, in: zone)
        case .validUntil: FormTime.text(draft.window.until, in: zone)
        case .hours: draft.hours?.rawValue ?? ""
        case .gates: draft.gates.joined(separator: "\n")
        case .gateNote: draft.gateNote ?? ""
        case .reentry: draft.reentry.rawValue
        case .liveCode: draft.requiresLiveCode ? FormField.checkedValue : ""
        }
    }

    func set(_ text: String, into subject: inout Subject) throws(FieldFault) {
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
        case .doorReservations: subject.draft.allowsDoorReservations = some != nil
        case .minimumAge: subject.draft.minimumAge = try age(text)
        case .validFrom: subject.draft.window.from = try FormTime.instant(text, in: zone, field: rawValue)
        case .validUntil: subject.draft.window.until = try FormTime.instant(text, in: zone, field: rawValue)
        case .hours: subject.draft.hours = try hours(some)
        case .gates:
            subject.draft.gates = text.split(whereSeparator: \.isNewline).map(String.init)
        case .gateNote: subject.draft.gateNote = some
        case .reentry: subject.draft.reentry = try reentry(text)
        case .liveCode: subject.draft.requiresLiveCode = some != nil
        }
    }

    /// There are no faults here, because the service validates a ticket type together with the event’s other types.
    static func faults(in subject: Subject) -> [FieldFault] { [] }

    private func money(_ text: String?) throws(FieldFault) -> Money? {
        guard let text else { return nil }
        guard let money = Money(text) else {
            throw FieldFault(rawValue, "an amount and a currency, such as 50000 UGX or 12.50 EUR")
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
