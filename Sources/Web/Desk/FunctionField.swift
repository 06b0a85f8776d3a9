import Foundation
import Ticketing

/// What an organizer says of a function, as forms have it.
enum FunctionField: String, EditField, CaseIterable {
    case kind, name, note, venue, start, end, capacity

    /// A function, and the zone in which its times are read.
    struct Subject: Sendable {
        var details: FunctionDetails
        let zone: TimeZone
    }

    var field: FormField {
        switch self {
        case .kind:
            .init(rawValue, "What it is", .choice(FunctionKind.allCases.map { .init($0.rawValue, $0.displayName) }))
        case .name: .init(rawValue, "What it is called", hint: "Leave empty for the name of its kind.")
        case .note: .init(rawValue, "A note", hint: "What it is, where it is none of those above.")
        case .venue: .init(rawValue, "Where, if elsewhere")
        case .start: .init(rawValue, "Start", .moment)
        case .end: .init(rawValue, "End", .moment)
        case .capacity: .init(rawValue, "How many may be inside at once", .number)
        }
    }

    func text(in subject: Subject) -> String {
        let details = subject.details
        return switch self {
        case .kind: details.kind.rawValue
        // A function that is called as its kind has no name of its own.
        case .name: details.name == details.kind.defaultName ? "" : details.name
        case .note: details.note ?? ""
        case .venue: details.venue ?? ""
        case .start: FormTime.text(details.start, in: subject.zone)
        case .end: FormTime.text(details.end, in: subject.zone)
        case .capacity: details.capacity.map { "\($0)" } ?? ""
        }
    }

    func put(_ text: String, into subject: inout Subject) throws(FieldFault) {
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

    func isReadAnew(after others: Set<FunctionField>) -> Bool { self == .name && others.contains(.kind) }

    static func faults(in subject: Subject) -> [FieldFault] { subject.details.faults.map(\.fieldFault) }
}

extension FunctionFault {
    /// At its field.
    var fieldFault: FieldFault {
        let text = description
        let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
        guard parts.count == 2, FunctionField(rawValue: parts[0]) != nil else {
            return FieldFault([FieldFault].whole, text)
        }
        return FieldFault(parts[0], parts[1])
    }
}
