import ArgumentParser
import Foundation
import Languages
import Ticketing

/// The options that `event create` and `event edit` share. Each given option replaces the value of one field of the
/// event.
struct EventDetailOptions: FieldOptions {
    typealias Entity = EventDetails

    @Option("title", of: Entity.self) var title: String?
    @Option("about", of: Entity.self) var about: String?
    @Option("kind", of: Entity.self) var kind: String?
    @Option("category", of: Entity.self) var category: String?
    @Option("venue", of: Entity.self) var venue: String?
    @Option("address", of: Entity.self) var address: String?
    @Option("city", of: Entity.self) var city: String?
    @Option("position", of: Entity.self) var position: String?
    @Option("timezone", of: Entity.self) var timezone: String?
    @Option("doors", of: Entity.self) var doors: String?
    @Option("start", of: Entity.self) var start: String?
    @Option("end", of: Entity.self) var end: String?
    @Option("capacity", of: Entity.self) var capacity: String?
    @Option("limit_inside", of: Entity.self) var limitInside: String?
    @Option("minimum_age", of: Entity.self) var minimumAge: String?
    @Option("contact", of: Entity.self) var contact: String?
    @Option("answer_by", of: Entity.self) var answerBy: String?
    @Option("pay_by", of: Entity.self) var payBy: String?
    @Option("entry_confirmation", of: Entity.self) var entryConfirmation: String?
    @Option("first_partner", of: Entity.self) var firstPartner: String?
    @Option("second_partner", of: Entity.self) var secondPartner: String?

    /// Finds the time zone with an IANA name, such as Africa/Kampala.
    ///
    /// - Throws: `CommandFailure` if the name is not an IANA time zone.
    static func zone(named name: String) throws -> TimeZone {
        guard let zone = TimeZones.named(name) else {
            throw CommandFailure(.usage, TimeZones.fault(of: name))
        }
        return zone
    }

    /// Applies the given options to an event's details. If the options change the event's time zone, times are read in
    /// the new time zone.
    func apply(to details: inout EventDetails, _ fields: inout FieldParser) {
        // An unknown time zone is replaced by UTC here. The later check of the details reports the fault.
        apply(to: &details, in: { TimeZones.named($0.timeZone) ?? .gmt }, &fields)
    }
}

/// The name of an event field that `--clear` can empty.
struct ClearableEventField: ArgumentValue {
    private let field: EntityField<EventDetails>

    private static var all: [EntityField<EventDetails>] { EventDetails.fields.filter { !$0.isRequired } }

    init?(argument: String) {
        guard let field = ClearableEventField.all.first(where: { $0.optionName == argument }) else { return nil }
        self.field = field
    }

    static var allValueStrings: [String] { all.map(\.optionName) }

    static var allowed: String { allValueStrings.joined(separator: ", ") }

    func clear(in details: inout EventDetails) throws(FieldFault) { try field.set(.empty, in: &details) }
}
