import Languages
import Management
import Ticketing
import WebHost

/// A field in a row of the grid of guests, for one sub-event. If the guest of the row is invited to the sub-event, the
/// field has the guest’s reply. Otherwise, it has the choice whether to invite the guest. The subject of the form
/// consists of the guest’s replies, by the numbers of the sub-events to which the guest is invited.
struct ReplyField: EditField {
    let guest: Guest
    let subEvent: SubEvent
    /// Whether the guest is invited to the sub-event. If not, the field only allows the user to invite the guest.
    let isInvited: Bool

    private static let notInvited = "not-invited"

    /// The fields of one row of the grid.
    static func all(of guest: InvitedGuest, _ subEvents: [SubEvent]) -> [ReplyField] {
        subEvents.map { subEvent in
            ReplyField(
                guest: guest.guest, subEvent: subEvent,
                isInvited: guest.invitations.contains { $0.subEvent == subEvent.number })
        }
    }

    /// The fields have different names in each row, because their ids must be unique on the page.
    var rawValue: String { "reply-\(guest.number)-\(subEvent.number)" }

    var field: FormField {
        let choices: [FormField.Choice] =
            isInvited
            ? GuestField.choices(guest.details.companions)
            : [
                .init(ReplyField.notInvited, Sentence(DeskGuestSentence.notInvitedChoice)),
                .init(GuestField.text(of: .none), Sentence(DeskGuestSentence.sendInvitation)),
            ]
        let label = Sentence(
            DeskGuestSentence.cell, ["guest": .text(guest.name), "subEvent": .text(subEvent.name)])
        return .init(rawValue, label, .choice(choices))
    }

    func text(in replies: [Int: Ticketing.InvitationReply]) -> String {
        replies[subEvent.number].map { GuestField.text(of: $0) } ?? ReplyField.notInvited
    }

    func set(_ text: String, into replies: inout [Int: Ticketing.InvitationReply]) throws(FieldFault) {
        let reply = try GuestField.reply(text, most: guest.details.companions, field: rawValue)
        guard replies[subEvent.number] != nil || reply == .none else {
            throw FieldFault(rawValue, DeskGuestSentence.noLongerInvited)
        }
        replies[subEvent.number] = reply
    }

    /// Reports no faults, because the guest service checks the replies when they are saved.
    static func faults(in replies: [Int: Ticketing.InvitationReply]) -> [FieldFault] { [] }
}

extension InvitedGuest {
    /// The guest’s replies by the numbers of the sub-events to which the guest is invited.
    var replies: [Int: Ticketing.InvitationReply] {
        Dictionary(invitations.map { ($0.subEvent, $0.reply) }) { first, _ in first }
    }
}
