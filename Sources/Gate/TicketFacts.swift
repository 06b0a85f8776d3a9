import Store
import TicketToken
import Ticketing

/// What the store knows of a ticket that verified, or that a person looked up.
struct TicketFacts {
    let claims: TicketClaims
    let showsLiveCode: Bool
    let ticket: Ticket?
    let type: TicketType?
    /// The event's or the type's, whichever is larger.
    let minimumAge: EventDetails.MinimumAge?
    var places: [Place]
    /// The number of the function that is asked for; 0 is the event itself.
    let function: Int
    /// The functions that a guest's ticket opens; nil for one that is no guest's, which opens all.
    let opened: [Invitations.Opened]?
    let eventHasFunctions: Bool
    /// Where the places of today begin, for tickets that count by days; else 0.
    let day: Int
    /// How many people may be inside at once; nil is no limit.
    let insideLimit: Int?
    /// How many are, where there is a limit.
    let crowd: Int?
    /// The last time that it was let in twice.
    let double: DoubleAdmission?

    /// At a function: its invited guests and their companions, as far as the token admits them.
    var allowed: Int? {
        ticket.map { ticket in
            let admits = Int(ticket.admits.rawValue)
            guard let opened else { return admits }
            return min(admits, opened.first { $0.function == function }?.people ?? 0)
        }
    }
    /// How its places are given.
    var rule: PlaceRule {
        PlaceRule(reentry: type?.details.reentry ?? .afterExit, allowed: allowed ?? 0, day: day)
    }
    /// The places that count now: for tickets that count by days, today's.
    var current: [Place] {
        places.filter { $0.day == day }
    }
    var inside: Int { current.count(where: \.isInside) }
    var ofTicket: TicketAtFunction {
        TicketAtFunction(event: claims.event, serial: claims.serial, function: function)
    }
    var first: Admission? { places.map(\.first).min { $0.at < $1.at } }
    /// What to look at before its people pass.
    var attention: [Attention] {
        [
            minimumAge.map { .identity(minimumAge: $0.rawValue) }, type?.details.gateNote.map { .note($0) },
            ticket?.note.map { .note($0) },
            double.map { .letInTwice(first: $0.earlier.admission, second: $0.later.admission) },
        ].compactMap(\.self)
    }
}
