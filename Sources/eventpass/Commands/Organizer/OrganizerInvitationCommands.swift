import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct OrganizerMemberInvitationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer member invitations nile-nights --json | jq -r .email
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMemberInvitations"

        case abstract = "List the invitations that nobody has accepted yet."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let pending = try services.members.invitations(
            to: try services.organizers.organizer(named: organizerArgument.organizer))
        if output.json {
            for invitation in pending {
                try StandardOutput.line(TeamInvitationJSON(invitation: invitation.invitation).json(of: invitation).text)
            }
            return
        }
        var table = Table("id", "role", "e-mail", "expires", "message", empty: "There are no pending invitations.")
        for invitation in pending {
            let state = invitation.isVoid ? "invalid" : invitation.delivery?.state.rawValue ?? "removed"
            table.add(
                invitation.invitation.id, invitation.invitation.role.rawValue, invitation.invitation.email.rawValue,
                invitation.invitation.expires.iso8601(in: .gmt), state)
        }
        try table.write(global.terminal())
    }
}

struct OrganizerMemberWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer member withdraw nile-nights joan@example.org
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMemberWithdraw"

        case abstract = "Withdraw an invitation, so that its link becomes invalid."
        case invitation = "The invitation, by e-mail address or id, as in “eventpass organizer member invitations”."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Argument(help: ArgumentHelp(Text.invitation))
    var invitation: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let address = EmailAddress(rawValue: invitation)
        let found = try services.members.invitations(to: organizer).map(\.invitation).first {
            $0.id == invitation || $0.email == address
        }
        let id = found?.id ?? invitation
        try services.members.withdrawInvitation(id, to: organizer)
        try output.writeEnd("withdrawn", id)
    }
}
