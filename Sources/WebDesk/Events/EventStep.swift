import Management
import Ticketing

/// The steps of editing an event. Users can complete the steps in any order and save each one separately.
enum EventStep: String, CaseIterable {
    case basics, place, time, more

    var fields: [EventField] {
        switch self {
        case .basics: [.title, .about, .kind, .category, .minimumAge]
        case .place: [.venue, .address, .city, .position]
        case .time: [.timezone, .doors, .start, .end]
        case .more: [.capacity, .limitInside, .poster, .contact]
        }
    }

    var label: String {
        switch self {
        case .basics: "Basics"
        case .place: "Place"
        case .time: "Time"
        case .more: "More"
        }
    }

    var next: EventStep? {
        let all = EventStep.allCases
        return all.firstIndex(of: self).flatMap { $0 + 1 < all.count ? all[$0 + 1] : nil }
    }

    static func containing(_ field: EventField) -> EventStep { allCases.first { $0.fields.contains(field) } ?? .basics }
}

extension PublishingFault {
    /// The event field to correct; nil if the fault does not concern a field.
    var field: EventField? {
        switch self {
        case .noStart: .start
        case .noEnd, .endsBeforeStart, .inThePast: .end
        case .doorsAfterStart: .doors
        case .noVenue: .venue
        case .organizerNotVerified, .notADraft, .noTicketType: nil
        }
    }

    /// The fault with the name of the field to correct; nil if the fault does not concern a field.
    var fieldFault: FieldFault? { field.map { FieldFault($0.rawValue, description) } }
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
