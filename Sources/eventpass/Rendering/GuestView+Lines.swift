import Gate
import Management
import Presenting
import Ticketing

extension GuestJSON {
    /// `7     4F7K-29QX  Grace Nakato +1 (Nakato): Ceremony, Reception`, with the guest's number first.
    func line(_ invited: InvitedGuest) -> String {
        let guest = invited.guest
        let code = guest.serial.map { TicketCode($0).description } ?? "–        "
        let companions = guest.details.companions > 0 ? " +\(guest.details.companions)" : ""
        let household = invited.household.map { " (\($0))" } ?? ""
        let functions = invited.invitations.map { invitation in
            invitation.reply.kind == .none
                ? name(invitation) : "\(name(invitation)) \(invitation.reply.kind.rawValue)"
        }
        let text =
            "\(guest.name)\(companions)\(household): \(functions.isEmpty ? "–" : functions.joined(separator: ", "))"
        let number = "\(guest.number)".padding(toLength: max(4, "\(guest.number)".count), withPad: " ", startingAt: 0)
        return "\(number)  \(code)  \(text.visible)"
    }

    func lines(_ invited: InvitedGuest) -> [String] {
        let details = invited.guest.details
        let sentences = VerdictSentences(timeZone: zone)
        var lines = [
            "guest       \(details.name.visible)", "number      \(invited.guest.number)",
            "household   \(invited.household?.visible ?? "–")", "e-mail      \(details.email?.visible ?? "–")",
            "phone       \(details.phone?.visible ?? "–")", "companions  \(details.companions)",
            "meal        \(details.meal?.visible ?? "–")", "access      \(details.access?.visible ?? "–")",
            "table       \(details.table?.visible ?? "–")", "note        \(details.note?.visible ?? "–")",
            "code        \(invited.guest.serial.map { TicketCode($0).description } ?? "–")",
        ]
        for invitation in invited.invitations {
            let companions = invitation.reply.companions.map { $0 > 0 ? ", with \($0)" : "" } ?? ""
            let since = invitation.repliedAt.map { " on \(sentences.moment($0))" } ?? ""
            lines.append("\(name(invitation).visible): \(invitation.reply.kind.rawValue)\(companions)\(since)")
        }
        return lines
    }
}
