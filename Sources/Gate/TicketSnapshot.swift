import Store
import TicketToken
import Ticketing

/// Everything that the admission rules need to decide whether a verified or looked-up ticket is valid at this gate.
struct TicketSnapshot {
    let claims: TicketClaims
    let showsLiveCode: Bool
    let ticket: Ticket?
    let type: TicketType?
    /// The landmarks of the gates that accept the ticket, by the gates' names. Empty if this gate accepts the ticket.
    let landmarks: [String: String]
    /// The pictures of the gates that accept the ticket, by the gates' names. Empty if this gate accepts the ticket, or
    /// if this gate uses a gate pack, which has no pictures.
    let gatePictures: [String: StoredPicture]
    /// The larger of the event's and the ticket type's minimum age, in years; nil if neither has a minimum age.
    let minimumAge: EventDetails.MinimumAge?
    var slots: [AdmissionSlot]
    /// The number of the sub-event that the gate serves, or 0 for the event itself.
    let subEvent: Int
    /// The sub-events that a guest's ticket is valid for; nil for a ticket that belongs to no guest and is therefore
    /// valid for all sub-events.
    let validSubEvents: [Invitations.Access]?
    let eventHasSubEvents: Bool
    /// The number of today's first slot of a ticket that is valid once a day; 0 for any other ticket. A ticket that is
    /// valid once a day has separate slots for each day.
    let firstSlotOfDay: Int
    /// The maximum number of people inside at the same time; nil means no limit.
    let insideLimit: Int?
    /// The number of people inside now; nil if there is no limit.
    let insideCount: Int?
    let lastDoubleAdmission: DoubleAdmission?

    /// The number of people whom the ticket admits. At a sub-event, a guest's ticket admits the invited guests and
    /// their companions, but never more people than its token says. Nil if the store does not have the ticket.
    var allowed: Int? {
        ticket.map { ticket in
            let admits = Int(ticket.admits.rawValue)
            guard let validSubEvents else { return admits }
            return min(admits, validSubEvents.first { $0.subEvent == subEvent }?.people ?? 0)
        }
    }
    var slotRule: AdmissionSlotRule {
        AdmissionSlotRule(reentry: type?.details.reentry ?? .afterExit, allowed: allowed ?? 0, day: firstSlotOfDay)
    }
    /// Today's slots if the ticket is valid once a day; otherwise the slots that belong to no day.
    var currentSlots: [AdmissionSlot] {
        slots.filter { $0.day == firstSlotOfDay }
    }
    var inside: Int { currentSlots.count(where: \.isInside) }
    var ticketKey: SubEventTicket {
        SubEventTicket(event: claims.event, serial: claims.serial, subEvent: subEvent)
    }
    var firstAdmission: Admission? { slots.map(\.first).min { $0.at < $1.at } }
    var attention: [Attention] {
        [
            minimumAge.map { .identity(minimumAge: $0.rawValue) }, type?.details.gateNote.map { .note($0) },
            ticket?.note.map { .note($0) },
            lastDoubleAdmission.map { .doubleAdmission(first: $0.earlier.admission, second: $0.later.admission) },
        ].compactMap(\.self)
    }
}
