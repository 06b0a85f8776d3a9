import Foundation
import Gate
import Management
import Ticketing

/// A guest on the page and in JSON.
struct GuestView {
    let functions: [EventFunction]
    let zone: TimeZone

    func json(_ invited: InvitedGuest) -> JSON {
        let details = invited.guest.details
        return .object([
            ("number", .int(invited.guest.number)), ("name", .string(details.name)),
            ("household", .optional(invited.household)), ("email", .optional(details.email)),
            ("phone", .optional(details.phone)), ("companions", .int(details.companions)),
            ("meal", .optional(details.meal)), ("access", .optional(details.access)),
            ("table", .optional(details.table)), ("note", .optional(details.note)),
            ("code", .optional(invited.guest.serial.map { TicketCode($0).description })),
            ("functions", .array(invited.invitations.map(json))),
        ])
    }

    private func json(_ invitation: Invitation) -> JSON {
        .object([
            ("function", .string(name(invitation))), ("answer", .string(invitation.answer.kind.rawValue)),
            ("companions", .optional(invitation.answer.companions)),
            ("answered", .optional(invitation.answered?.iso8601(in: zone))),
        ])
    }

    /// `4F7K-29QX  Grace Nakato +1 (Nakato): Ceremony, Reception`
    func line(_ invited: InvitedGuest) -> String {
        let guest = invited.guest
        let code = guest.serial.map { TicketCode($0).description } ?? "–        "
        let companions = guest.details.companions > 0 ? " +\(guest.details.companions)" : ""
        let household = invited.household.map { " (\($0))" } ?? ""
        let functions = invited.invitations.map { invitation in
            invitation.answer.kind == .none
                ? name(invitation) : "\(name(invitation)) \(invitation.answer.kind.rawValue)"
        }
        let text =
            "\(guest.name)\(companions)\(household): \(functions.isEmpty ? "–" : functions.joined(separator: ", "))"
        return "\(code)  \(text.visible)"
    }

    func lines(_ invited: InvitedGuest) -> [String] {
        let details = invited.guest.details
        let sentences = Sentences(timeZone: zone)
        var lines = [
            "guest       \(details.name.visible)", "number      \(invited.guest.number)",
            "household   \(invited.household?.visible ?? "–")", "e-mail      \(details.email?.visible ?? "–")",
            "phone       \(details.phone?.visible ?? "–")", "companions  \(details.companions)",
            "meal        \(details.meal?.visible ?? "–")", "access      \(details.access?.visible ?? "–")",
            "table       \(details.table?.visible ?? "–")", "note        \(details.note?.visible ?? "–")",
            "code        \(invited.guest.serial.map { TicketCode($0).description } ?? "–")",
        ]
        for invitation in invited.invitations {
            let companions = invitation.answer.companions.map { $0 > 0 ? ", with \($0)" : "" } ?? ""
            let since = invitation.answered.map { " on \(sentences.moment($0))" } ?? ""
            lines.append("\(name(invitation).visible): \(invitation.answer.kind.rawValue)\(companions)\(since)")
        }
        return lines
    }

    private func name(_ invitation: Invitation) -> String {
        functions.first { $0.number == invitation.function }?.name ?? "\(invitation.function)"
    }
}
