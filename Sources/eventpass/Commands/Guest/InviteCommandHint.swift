import Management
import Ticketing

/// The command that the user can run next after importing guests or publishing an event, for a hint. The user must
/// replace the words in capitals with names.
struct InviteCommandHint {
    let command: String

    /// Chooses the command by the event's sub-events and invitations.
    ///
    /// - Parameter hasUninvitedGuests: whether an import just added guests without invitations.
    init(_ event: Event, _ services: ManagementServices, hasUninvitedGuests: Bool = false) throws {
        let attendance = try services.guests.guestAttendance(of: event)
        let invite = "eventpass guest invite \(event.slug)"
        if attendance.isEmpty {
            command = "eventpass event sub-event add \(event.slug) --type reception"
        } else if attendance.allSatisfy({ $0.invited.guests == 0 }) {
            // A number needs no quotes in a shell; a name can contain spaces.
            command = "\(invite) --all" + attendance.map { " --sub-event \($0.subEvent.number)" }.joined()
        } else if hasUninvitedGuests {
            // --all would also invite guests who were added before this import. Perhaps the organizer has left them
            // uninvited on purpose.
            command = "\(invite) --guest NAME --sub-event NAME"
        } else {
            command = "\(invite) --all"
        }
    }
}
