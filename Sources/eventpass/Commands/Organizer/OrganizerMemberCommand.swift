import ArgumentParser
import Presentation
import Ticketing

struct OrganizerMemberCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", abstract: "Manage an organizer's members and their roles.",
        subcommands: [
            OrganizerMemberAddCommand.self, OrganizerMemberListCommand.self, OrganizerMemberRemoveCommand.self,
        ])
}

/// The organizer argument of a command.
struct OrganizerArgument: ParsableArguments {
    @Argument(
        help: "The organizer: its number, slug, name, or an unambiguous beginning of one of them.",
        completion: NameCompletion.organizers)
    var organizer: String
}

/// The user argument of a command.
struct UserArgument: ParsableArguments {
    @Argument(help: "The user, by id or e-mail address. For a member, the beginning of the name is also allowed.")
    var user: String
}

struct OrganizerMemberAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user as a member, or change a member's role.",
        discussion: """
            Roles:
            \(Role.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

              eventpass organizer member add nile-nights joan@example.org --role gate
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var userArgument: UserArgument
    @Option(help: "The role.")
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

struct OrganizerMemberListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the members of an organizer.",
        discussion: """
              eventpass organizer member list nile-nights --json |
                  jq 'select(.role == "gate") | .name'
            """)

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
        commandName: "remove", abstract: "Remove a member from an organizer.",
        discussion: """
              eventpass organizer member remove nile-nights joan@example.org --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var userArgument: UserArgument
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let user = try services.members.member(named: userArgument.user, of: organizer)
        try Confirmation.require(
            yes, "Remove \(user.name.visible) from \(organizer.name.visible)?", of: "removing a member")
        _ = try services.members.removeMember(user, from: organizer)
        try StandardOutput.line(
            output.json
                ? UserJSON(user: user).json.text : "\(user.name.visible) was removed from \(organizer.slug)")
    }
}
