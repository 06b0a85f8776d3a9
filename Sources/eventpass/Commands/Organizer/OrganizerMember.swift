import ArgumentParser
import Presenting
import Ticketing

struct OrganizerMember: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", abstract: "Who works for an organizer, and as what.",
        subcommands: [OrganizerMemberAdd.self, OrganizerMemberList.self, OrganizerMemberRemove.self])
}

/// The organizer a command is about.
struct OrganizerArgument: ParsableArguments {
    @Argument(help: "The organizer: its number, slug, name, or an unambiguous beginning.")
    var organizer: String
}

/// The user a command is about.
struct UserArgument: ParsableArguments {
    @Argument(help: "The user: their id or e-mail address; a member also by the beginning of the name.")
    var user: String
}

struct OrganizerMemberAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give a user a role; a member gets another.",
        discussion: """
            owner: all. manager: events, tickets, reports. seller: issue and look up. gate: scan and search the list. \
            viewer: read.

              eventpass organizer member add nile-nights joan@example.org --role gate
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var userArgument: UserArgument
    @Option(help: "What they may do.")
    var role: Given<Role>

    func run() throws {
        let role = try Fields.read(only: role, "role")
        let office = try global.dataFolder().openOffice()
        let organizer = try office.organizer(named: organizerArgument.organizer)
        let user = try office.candidate(named: userArgument.user, for: organizer)
        _ = try office.setRole(role, of: user, in: organizer)
        try StandardOutput.line(
            output.json
                ? UserView(user: user, role: role).json.text
                : "\(user.name.visible) is \(role.rawValue) of \(organizer.slug)")
    }
}

struct OrganizerMemberList: ParsableCommand {
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
        let office = try global.dataFolder().openOffice()
        let members = try office.members(of: try office.organizer(named: organizerArgument.organizer))
        if output.json {
            for member in members {
                try StandardOutput.line(UserView(user: member.user, role: member.role).json.text)
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

struct OrganizerMemberRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a user out of an organizer.",
        discussion: """
              eventpass organizer member remove nile-nights joan@example.org --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var userArgument: UserArgument
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let organizer = try office.organizer(named: organizerArgument.organizer)
        let user = try office.member(named: userArgument.user, of: organizer)
        try Confirmation.need(
            yes, "Take \(user.name.visible) out of \(organizer.name.visible)?", of: "removing a member")
        _ = try office.removeMember(user, from: organizer)
        try StandardOutput.line(
            output.json
                ? UserView(user: user).json.text : "\(user.name.visible) is no member of \(organizer.slug) any more")
    }
}
