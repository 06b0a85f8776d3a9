import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The form of the page that creates an event: the typed texts of its fields.
struct NewEventForm: Sendable {
    static let posterField = "poster-file"
    private static let posterTextField = "alt"
    static let typePrefix = "type-"

    /// Whether the user publishes the event instead of saving a draft.
    let publishes: Bool
    private let typed: [String: String]
    /// The alternative text of the poster.
    var posterText: String { typed[NewEventForm.posterTextField] ?? "" }
    /// The currencies of the price, with the chosen currency first.
    private let currencies: [String]

    private typealias EventInput = FieldInput<EventDetails>

    /// The fields of the event, in the order in which their texts are parsed. The time zone comes before the times,
    /// because the times are in this time zone.
    private static let eventInputs = EventInput.named([
        "title", "kind", "timezone", "start", "end", "venue", "address", "city", "category", "capacity",
    ])
    private static let typeInputs = FieldInput<TicketTypeDetails>.all(prefix: typePrefix).filter {
        ["name", "price", "quantity"].contains($0.declaration.name)
    }
    private static let priceField = "\(typePrefix)price"
    private static let suiteField = "suite"
    private static let suites: [String: Suite] = ["hmac": .hmac, "ed25519": .ed25519]
    private static let parts = [
        "head_fields": ["title", "kind"], "when_fields": ["start", "end", "timezone"],
        "place_fields": ["venue", "address", "city"],
        "type_fields": ["\(typePrefix)name", priceField, "\(typePrefix)quantity"],
        "poster_fields": [posterTextField], "advanced_fields": ["category", "capacity", suiteField],
    ]
    static let offeredCurrencies = [
        "UGX", "KES", "TZS", "RWF", "NGN", "GHS", "ZAR", "USD", "EUR", "GBP", "INR", "CHF",
    ]
    /// If the end is empty, an event ends this many seconds after its start.
    private static let standardLength: Int64 = 4 * 3600

    /// The form with the values of a new event.
    ///
    /// - Parameter latest: The organizer’s latest event, from which the place, the time zone and the currency are
    ///   taken; nil if the organizer has no event.
    init(like latest: Event?, at now: Instant, _ services: ManagementServices) throws {
        let prices = try latest.map { try services.ticketTypes.ticketTypes(of: $0).compactMap(\.price) } ?? []
        let zone = latest?.zone ?? .gmt
        var typed = [
            "kind": EventDetails.Kind.public.rawValue, "category": EventDetails.Category.other.rawValue,
            "timezone": latest?.details.timeZone ?? EventDetails.blank.timeZone,
            "start": "\(NewEventForm.nextSaturday(after: now, in: zone))T18:00",
            "\(NewEventForm.typePrefix)name": DeskNewEventSentence.standardType.rawValue,
            NewEventForm.suiteField: "hmac",
        ]
        typed["venue"] = latest?.details.venue
        typed["address"] = latest?.details.address
        typed["city"] = latest?.details.city
        self.typed = typed
        currencies = NewEventForm.currencies(chosen: prices.first?.currency)
        publishes = false
    }

    /// - Throws: `Problem` 400 if a field occurs twice.
    init(_ form: FormFields) throws {
        let names = NewEventForm.eventInputs.map(\.rawValue) + NewEventForm.typeInputs.map(\.rawValue)
        typed = try Dictionary(
            uniqueKeysWithValues: (names + [NewEventForm.suiteField, NewEventForm.posterTextField]).map { name in
                let text =
                    name == NewEventForm.priceField
                    ? try form.money(name).map(NewEventForm.writtenPrice) : try form.typed(name)
                return (name, text ?? "")
            })
        currencies = NewEventForm.currencies(chosen: try form.value("\(NewEventForm.priceField)-currency"))
        publishes = try form.value("go") == "publish"
    }

    private static func currencies(chosen: String?) -> [String] {
        let isCode = chosen.map { $0.wholeMatch(of: /[A-Z]{3}/) != nil } ?? false
        guard let chosen, isCode else { return offeredCurrencies }
        return [chosen] + offeredCurrencies.filter { $0 != chosen }
    }

    /// The written form of a typed price, such as `1200.50 KES` for `1,200.50 KES`. A text that is not a price stays as
    /// it is.
    private static func writtenPrice(_ typed: String) -> String {
        guard let space = typed.lastIndex(of: " ") else { return typed }
        let currency = typed[typed.index(after: space)...].uppercased()
        return Money(typed: String(typed[..<space]), in: currency)?.description ?? typed
    }

    /// The first Saturday after today. If today is a Saturday, the result is a week later.
    private static func nextSaturday(after now: Instant, in zone: TimeZone) -> CalendarDay {
        let today = CalendarDay(now, in: zone).midnight.seconds / 86_400
        // Day 0, 1 January 1970, was a Thursday, so day 2 was a Saturday.
        let daysAhead = 7 - (today - 2) % 7
        return CalendarDay(Instant(seconds: (today + daysAhead) * 86_400), in: .gmt)
    }

    /// The event that the form describes.
    ///
    /// - Parameter faults: gets a fault for each text that cannot be parsed. The field of such a text has the value
    ///   that it has in `blank`.
    func event(_ faults: inout [FieldFault]) -> EventCreation {
        var subject = EventInput.Subject(entity: .blank, eventZone: nil)
        for input in NewEventForm.eventInputs {
            do throws(FieldFault) { try input.set(typed[input.rawValue] ?? "", into: &subject) } catch {
                faults.append(error)
            }
        }
        var details = subject.entity
        if typed["end"] == "", let start = details.start {
            details.end = start.advanced(bySeconds: NewEventForm.standardLength)
        }
        let suite = NewEventForm.suites[typed[NewEventForm.suiteField] ?? ""]
        if suite == nil { faults.append(FieldFault(NewEventForm.suiteField, DeskEventSentence.unknownSecurity)) }
        let type = ticketType(&faults)
        if !posterText.isEmpty {
            var ofText = FieldFaults()
            ofText.require(
                text: posterText, NewEventForm.posterTextField, atMost: StoredPicture.longestAlternativeText)
            faults += ofText.all
        }
        return EventCreation(details: details, suite: suite ?? .hmac, types: type.map { [$0] } ?? [])
    }

    /// The ticket type; nil if all its fields are empty. If the typed price is 0, the type is free of charge and its
    /// price is nil.
    private func ticketType(_ faults: inout [FieldFault]) -> TicketTypeDetails? {
        guard NewEventForm.typeInputs.contains(where: { !(typed[$0.rawValue] ?? "").isEmpty }) else { return nil }
        var subject = FieldInput<TicketTypeDetails>.Subject(entity: .blank, eventZone: .gmt)
        for input in NewEventForm.typeInputs {
            do throws(FieldFault) { try input.set(typed[input.rawValue] ?? "", into: &subject) } catch {
                faults.append(FieldFault(input.rawValue, error.allowed))
            }
        }
        if subject.entity.price?.minorUnits == 0 { subject.entity.price = nil }
        return subject.entity
    }

    func context(_ faults: [FieldFault]) -> [String: TemplateContext.Value] {
        var context = NewEventForm.parts.mapValues { names in
            TemplateContext.Value.list(
                names.map { field($0).context(typed[$0] ?? "", fault: faults.text(of: $0)) })
        }
        let advanced = NewEventForm.parts["advanced_fields"] ?? []
        if faults.contains(where: { advanced.contains($0.field) }) {
            context["advanced_open"] = .section(TemplateContext([:]))
        }
        if let fault = faults.text(of: NewEventForm.posterField) {
            context["file_fault"] = ErrorSummary.fault(
                fault.asSentence, of: Sentence(DeskPictureSentence.posterFile), at: NewEventForm.posterField)
        }
        return context
    }

    private func field(_ name: String) -> FormField {
        switch name {
        case "end":
            return FormField(
                name, Sentence(FieldSentence.end), .dateTime, hint: Sentence(DeskNewEventSentence.endHint))
        case "venue":
            return FormField(name, Sentence(FieldSentence.venue), hint: Sentence(DeskNewEventSentence.venueHint))
        case "\(NewEventForm.typePrefix)name":
            return FormField(
                name, Sentence(DeskNewEventSentence.typeName), hint: Sentence(DeskNewEventSentence.typeHint))
        case NewEventForm.priceField:
            return FormField(
                name, Sentence(FieldSentence.price), .money(currencies),
                hint: Sentence(DeskNewEventSentence.priceHint))
        case NewEventForm.posterTextField:
            return FormField(
                name, Sentence(DeskPictureSentence.description), hint: Sentence(DeskPictureSentence.descriptionHint),
                id: "poster-alt")
        case NewEventForm.suiteField:
            return FormField(
                name, Sentence(DeskEventSentence.security),
                .choice([
                    .init("hmac", Sentence(DeskEventSentence.sharedKey)),
                    .init("ed25519", Sentence(DeskEventSentence.signature)),
                ]), hint: Sentence(DeskEventSentence.securityHint))
        default:
            let ofType = NewEventForm.typeInputs.first { $0.rawValue == name }?.field
            return ofType ?? EventInput.named([name])[0].field
        }
    }
}
