import Languages
import Management
import Ticketing
import WebHost

/// The steps in which an event is edited. Each step is a form with some of the event's fields. Users can complete the
/// steps in any order, and each step is saved separately.
enum EventStep: String, CaseIterable {
    case basics, place, time, more

    /// The names of the fields of the step. The last step has all remaining fields.
    var fields: [String] {
        switch self {
        case .basics: ["title", "about", "kind", "first-partner", "second-partner", "category", "minimum-age"]
        case .place: ["venue", "address", "city", "position"]
        case .time: ["timezone", "doors", "start", "end"]
        case .more:
            EventDetails.fields.map(\.optionName).filter { field in
                ![EventStep.basics, .place, .time].contains { $0.fields.contains(field) }
            }
        }
    }

    private static let partnerFields = ["first-partner", "second-partner"]

    /// The inputs of the step’s form for an event. The form has inputs for the names of the couple if the event is a
    /// celebration. If an event of another kind has such names, its form has these inputs, too, so that users can
    /// remove the names.
    func inputs(of details: EventDetails) -> [FieldInput<EventDetails>] {
        let hasPartners =
            details.kind == .celebration || details.firstPartner != nil || details.secondPartner != nil
        return FieldInput.named(fields.filter { hasPartners || !EventStep.partnerFields.contains($0) })
    }

    /// The inputs of a form that a browser sent. The form may lack the inputs for the names of the couple. The names
    /// then stay unchanged.
    func inputs(in form: FormFields) -> [FieldInput<EventDetails>] {
        FieldInput.named(fields.filter { form.has($0) || !EventStep.partnerFields.contains($0) })
    }

    var label: Sentence {
        switch self {
        case .basics: Sentence(DeskEventSentence.basics)
        case .place: Sentence(DeskEventSentence.place)
        case .time: Sentence(DeskEventSentence.time)
        case .more: Sentence(DeskEventSentence.more)
        }
    }

    var next: EventStep? {
        let all = EventStep.allCases
        return all.firstIndex(of: self).flatMap { $0 + 1 < all.count ? all[$0 + 1] : nil }
    }

    static func containing(_ field: String) -> EventStep { allCases.first { $0.fields.contains(field) } ?? .basics }
}

extension PublishingFault {
    /// The event field to correct; nil if the fault does not concern a field.
    var field: String? {
        switch self {
        case .noStart: "start"
        case .noEnd, .endsBeforeStart, .inThePast: "end"
        case .doorsAfterStart: "doors"
        case .noVenue: "venue"
        case .organizerNotVerified, .notADraft, .noTicketType, .noSubEvent: nil
        }
    }

    var fieldFault: FieldFault? { field.map { FieldFault($0, sentence) } }
}

extension ManagementServices {
    /// The faults that prevent publication. The overview page lists the faults, and the edit pages mark the fields to
    /// correct.
    func publishingFaults(of event: Event, at now: Instant) throws -> [PublishingFault] {
        guard let organizer = try organizers.organizers().first(where: { $0.number == event.organizer }) else {
            throw ManagementError.unknownOrganizer("\(event.organizer)", known: [])
        }
        return event.publishingFaults(
            organizer: organizer, ticketTypes: try ticketTypes.ticketTypes(of: event).count,
            subEvents: try subEvents.subEvents(of: event).count, now: now)
    }
}
