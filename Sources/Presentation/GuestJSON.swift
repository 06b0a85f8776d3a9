package import Foundation
package import Management
package import Ticketing

/// A guest as JSON.
package struct GuestJSON {
    package let subEvents: [SubEvent]
    package let zone: TimeZone

    package init(subEvents: [SubEvent], zone: TimeZone) {
        self.subEvents = subEvents
        self.zone = zone
    }

    package func json(_ invited: InvitedGuest) -> JSON {
        let companions = invited.companions.map { JSON.object($0.jsonMembers(in: zone)) }
        return .object(
            [("number", .int(invited.guest.number)), ("household", .optional(invited.household))]
                + invited.guest.details.jsonMembers(in: zone) + [
                    ("companion_details", .array(companions)),
                    ("code", .optional(invited.guest.serial.map { TicketCode($0).description })),
                    ("sub_events", .array(invited.invitations.map(json))),
                ])
    }

    private func json(_ invitation: Invitation) -> JSON {
        .object([
            ("sub_event", .string(name(invitation))), ("answer", .string(invitation.reply.kind.rawValue)),
            ("companions", .optional(invitation.reply.companions)),
            ("answered", .optional(invitation.repliedAt?.iso8601(in: zone))),
        ])
    }

    package func name(_ invitation: Invitation) -> String {
        subEvents.first { $0.number == invitation.subEvent }?.name ?? "\(invitation.subEvent)"
    }
}
