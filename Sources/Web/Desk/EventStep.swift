import Management
import Ticketing

/// The steps in which an event is written. Each is saved by itself, in any order.
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
        case .basics: "What"
        case .place: "Where"
        case .time: "When"
        case .more: "More"
        }
    }

    var next: EventStep? {
        let all = EventStep.allCases
        return all.firstIndex(of: self).flatMap { $0 + 1 < all.count ? all[$0 + 1] : nil }
    }

    static func of(_ field: EventField) -> EventStep { allCases.first { $0.fields.contains(field) } ?? .basics }
}

extension PublishingFault {
    /// The field where it is mended; nil where it is no field of the event.
    var field: EventField? {
        switch self {
        case .noStart: .start
        case .noEnd, .endsBeforeStart, .inThePast: .end
        case .doorsAfterStart: .doors
        case .noVenue: .venue
        case .organizerNotVerified, .notADraft, .noTicketType: nil
        }
    }

    /// At its field.
    var fieldFault: FieldFault? { field.map { FieldFault($0.rawValue, description) } }
}

extension Office {
    /// What stands between a draft and its publication: what its page lists is what is marked where that leads.
    func publishingFaults(of event: Event, at now: Instant) throws -> [PublishingFault] {
        guard let organizer = try organizers().first(where: { $0.number == event.organizer }) else {
            throw ManagementError.unknownOrganizer("\(event.organizer)", known: [])
        }
        return event.publishingFaults(
            organizer: organizer, ticketTypes: try ticketTypes(of: event).count,
            functions: try functions(of: event).count, now: now)
    }
}
