package import Management
import Ticketing

/// An invitation to a team as JSON, without the secret of its link.
package struct TeamInvitationJSON {
    package let invitation: TeamInvitation

    package init(invitation: TeamInvitation) {
        self.invitation = invitation
    }

    package var json: JSON {
        .object([
            ("id", .string(invitation.id)), ("organizer", .int(invitation.organizer.rawValue)),
            ("email", .string(invitation.email.rawValue)), ("role", .string(invitation.role.rawValue)),
            ("inviter", .int(invitation.inviter.rawValue)),
            ("expires", .string(invitation.expires.iso8601(in: .gmt))),
        ])
    }

    /// The invitation with the state of its message. `message` is null if the message was removed from the outbox.
    /// `valid` is false if the inviter is no longer allowed to invite members.
    package func json(of pending: PendingTeamInvitation) -> JSON {
        json.adding([
            ("message", .optional(pending.delivery?.state.rawValue)), ("valid", .bool(!pending.isVoid)),
        ])
    }
}
