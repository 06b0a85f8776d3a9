import Languages
import Management
import Ticketing
import WebHost

/// A field of the grid of guests, for one guest and one sub-event. If the guest is invited to the sub-event, the field
/// has the guest’s reply. Otherwise, the user can invite the guest with the field.
struct ReplyField: EditField {
    /// The replies, by the number of the guest, and then by the number of the sub-event.
    typealias Subject = [Int: [Int: Ticketing.InvitationReply]]

    let guest: Guest
    let subEvent: SubEvent
    /// Whether the guest is invited to the sub-event.
    let isInvited: Bool

    static let notInvited = "not-invited"

    /// The fields of one row of the grid.
    static func all(of guest: InvitedGuest, _ subEvents: [SubEvent]) -> [ReplyField] {
        subEvents.map { subEvent in
            ReplyField(
                guest: guest.guest, subEvent: subEvent,
                isInvited: guest.invitations.contains { $0.subEvent == subEvent.number })
        }
    }

    /// The fields have different names in each row, because the name of a field is also its id on the page, and ids
    /// must be unique.
    var rawValue: String { "\(ReplyField.prefix)\(guest.number)-\(subEvent.number)" }

    private static let prefix = "reply-"

    /// The numbers of the guest and of the sub-event in the name of a field; nil for a name that no reply field has.
    static func numbers(inFieldNamed name: String) -> (guest: Int, subEvent: Int)? {
        guard name.hasPrefix(prefix) else { return nil }
        let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let guest = Int(parts[0]), let subEvent = Int(parts[1]),
            "\(guest)-\(subEvent)" == name.dropFirst(prefix.count)
        else { return nil }
        return (guest, subEvent)
    }

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

    func text(in replies: Subject) -> String {
        replies[guest.number]?[subEvent.number].map { GuestField.text(of: $0) } ?? ReplyField.notInvited
    }

    func set(_ text: String, into replies: inout Subject) throws(FieldFault) {
        let reply = try GuestField.reply(text, most: guest.details.companions, field: rawValue)
        guard replies[guest.number]?[subEvent.number] != nil || reply == .none else {
            throw FieldFault(rawValue, DeskGuestSentence.noLongerInvited)
        }
        replies[guest.number, default: [:]][subEvent.number] = reply
    }

    /// Reports no faults, because the guest service checks the replies when they are saved.
    static func faults(in replies: Subject) -> [FieldFault] { [] }
}
