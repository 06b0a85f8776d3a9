import ArgumentParser
import Languages
import Presentation
import Ticketing

struct OrganizerMemberCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", abstract: Text.abstract.text,
        subcommands: [
            OrganizerMemberAddCommand.self, OrganizerMemberInviteCommand.self, OrganizerMemberListCommand.self,
            OrganizerMemberRemoveCommand.self, OrganizerMemberInvitationsCommand.self,
            OrganizerMemberWithdrawCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMember"

        case abstract = "Manage an organizer's members and their roles."
    }
}

struct OrganizerArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.organizer), completion: NameCompletion.organizers)
    var organizer: String

    enum Text: String, SentenceKey {
        static let subject = "optionsOrganizerArgument"

        case organizer = "The organizer: its number, slug, name, or an unambiguous beginning of one of them."
    }
}

struct UserArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.user))
    var user: String

    enum Text: String, SentenceKey {
        static let subject = "optionsUserArgument"

        case user = "The user, by id or e-mail address. For a member, the beginning of the name is also allowed."
    }
}

struct OrganizerMemberAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "roles": .text(roles),
                "examples": """
                  eventpass organizer member add nile-nights joan@example.org --role gate
                """,
            ]))

    /// The roles and their rights, one role per line.
    private static var roles: String {
        Role.allCases.map { "  \($0.rawValue): \($0.summary.text(in: .ofCommandLine))" }.joined(separator: "\n")
    }

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMemberAdd"

        case abstract = "Add a user as a member, or change a member's role."
        case discussion =
            """
            Roles:
            {roles}

            {examples}
            """
        case role = "The role."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var userArgument: UserArgument
    @Option(help: ArgumentHelp(Text.role))
    var role: ParsedArgument<Role>

    func run() throws {
        let role = try FieldParser.read(only: role, "role")
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let user = try services.members.candidate(named: userArgument.user, for: organizer)
        _ = try services.members.setRole(role, of: user, in: organizer)
        try StandardOutput.line(
            output.json
                ? UserJSON(user: user, role: role).json.text
                : "\(user.name.visible) is \(role.rawValue) of \(organizer.slug)")
    }
}

struct OrganizerMemberInviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer member invite nile-nights --email joan@example.org \\
                      --role gate
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMemberInvite"

        case abstract = "Invite a person by e-mail to become a member."
        case discussion =
            """
            EventPass queues a message with a link, which is valid for 7 days. A person without an account creates one \
            with this link. An earlier invitation to the same address becomes invalid.

            {examples}
            """
        case email = "The address to which the link is sent."
        case role = "The role of the new member."
        case linkQueued = "a message with the link is queued; see its state with: eventpass notice list"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Option(help: ArgumentHelp(Text.email))
    var email: ParsedArgument<EmailAddress>
    @Option(help: ArgumentHelp(Text.role))
    var role: ParsedArgument<Role>

    func run() throws {
        var fields = FieldParser()
        let (email, role) = (fields.read(self.email, "email"), fields.read(self.role, "role"))
        try fields.finish()
        guard let email, let role else { return }
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let invitation = try services.members.invite(email, as: role, to: organizer)
        try StandardOutput.line(
            output.json
                ? TeamInvitationJSON(invitation: invitation).json.text
                : "invited \(invitation.email) to \(organizer.slug) as \(role.rawValue)")
        StandardError.next(Text.linkQueued)
    }
}

struct OrganizerMemberListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer member list nile-nights --json |
                  jq 'select(.role == "gate") | .name'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMemberList"

        case abstract = "List the members of an organizer."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let members = try services.members.members(
            of: try services.organizers.organizer(named: organizerArgument.organizer))
        if output.json {
            for member in members {
                try StandardOutput.line(UserJSON(user: member.user, role: member.role).json.text)
            }
            return
        }
        var table = Table("id", "role", "name", "e-mail", empty: "There are no members.")
        for member in members {
            table.add("\(member.user.id)", member.role.rawValue, member.user.name, member.user.email?.rawValue)
        }
        try table.write(global.terminal())
    }
}

struct OrganizerMemberRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer member remove nile-nights joan@example.org --yes
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerMemberRemove"

        case abstract = "Remove a member from an organizer."
        case notConfirmed = "removing a member needs confirmation"
        case question = "Remove {user} from {organizer}?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var userArgument: UserArgument
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let user = try services.members.member(named: userArgument.user, of: organizer)
        try Confirmation.require(
            yes, Sentence(Text.question, ["user": .text(user.name), "organizer": .text(organizer.name)]),
            refusal: Sentence(Text.notConfirmed))
        _ = try services.members.removeMember(user, from: organizer)
        try StandardOutput.line(
            output.json
                ? UserJSON(user: user).json.text : "\(user.name.visible) was removed from \(organizer.slug)")
    }
}
