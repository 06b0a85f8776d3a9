import Foundation
import Presentation
import Ticketing
import WebHost

/// The fields of a sub-event in forms.
enum SubEventField: String, EditField, CaseIterable {
    case kind, name, note, venue, start, end, capacity

    /// The details of a sub-event, and the time zone of the form.
    struct Subject: Sendable {
        var details: SubEventDetails
        let zone: TimeZone
    }

    var field: FormField {
        switch self {
        case .kind:
            .init(rawValue, "Kind", .choice(SubEventKind.allCases.map { .init($0.rawValue, $0.displayName) }))
        case .name: .init(rawValue, "Name", hint: "Leave empty to use the name of the kind.")
        case .note: .init(rawValue, "Note", hint: "A short description if no kind fits.")
        case .venue: .init(rawValue, "Other venue")
        case .start: .init(rawValue, "Start", .dateTime)
        case .end: .init(rawValue, "End", .dateTime)
        case .capacity: .init(rawValue, "Maximum inside at once", .number)
        }
    }

    func text(in subject: Subject) -> String {
        let details = subject.details
        return switch self {
        case .kind: details.kind.rawValue
        // If the sub-event has the default name of its kind, the field is empty.
        case .name: details.name == details.kind.defaultName ? "" : details.name
        case .note: details.note ?? ""
        case .venue: details.venue ?? ""
        case .start: FormTime.text(details.start, in: subject.zone)
        case .end: FormTime.text(details.end, in: subject.zone)
        case .capacity: details.capacity.map { "\($0)" } ?? ""
        }
    }

    func set(_ text: String, into subject: inout Subject) throws(FieldFault) {
        let some = text.isEmpty ? nil : text
        switch self {
        case .kind: subject.details.kind = try choice(text)
        case .name: subject.details.name = some ?? subject.details.kind.defaultName
        case .note: subject.details.note = some
        case .venue: subject.details.venue = some
        case .start: subject.details.start = try FormTime.instant(text, in: subject.zone, field: rawValue)
        case .end: subject.details.end = try FormTime.instant(text, in: subject.zone, field: rawValue)
        case .capacity: subject.details.capacity = try number(some)
        }
    }

    func needsReparsing(after others: Set<SubEventField>) -> Bool { self == .name && others.contains(.kind) }

    static func faults(in subject: Subject) -> [FieldFault] { subject.details.faults.map(\.fieldFault) }
}
