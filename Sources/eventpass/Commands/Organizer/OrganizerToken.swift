import ArgumentParser
import Management
import Presenting
import Ticketing

struct OrganizerToken: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "What programs ask a server with.",
        subcommands: [OrganizerTokenCreate.self, OrganizerTokenList.self, OrganizerTokenRevoke.self])
}

struct OrganizerTokenCreate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make one; it is shown once.",
        discussion: """
            The program acts as you, within the scopes: read goes with each of them.

              eventpass organizer token create nile-nights --name "Box office" \\
                  --scope read-orders --scope sell --event new-year > token.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Option(help: "What it is for.")
    var name: String
    @Option(help: "What the program may do; again for more.")
    var scope: [Given<APIToken.Scope>]
    @Option(help: "Only for this event. (default: every event of the organizer)")
    var event: String?
    @Option(help: "Until when it can be used, such as 2030-01-01T17:00Z. (default: until it is revoked)")
    var expires: Moment?

    func run() throws {
        var fields = Fields()
        let scopes = fields.read(scope, "scope")
        let expires = try fields.read(expires, "expires", in: .gmt)
        fields.demand(text: name, "name")
        try fields.end()
        let office = try global.dataFolder().openOffice()
        let organizer = try office.organizer(named: organizerArgument.organizer)
        let event = try event.map { try office.event(named: $0) }
        let (secret, token) = try office.makeAPIToken(
            Set(scopes), named: name, of: organizer, event: event, expires: expires)
        if output.json {
            return try StandardOutput.line(
                APITokenView(token: token, now: .now()).json.adding([("token", .string(secret.text))]).text)
        }
        try StandardOutput.line(secret.text)
        StandardError.say(
            "made \(token.id); it is not shown again; eventpass organizer token revoke \(organizer.slug) \(token.id) ends it"
        )
    }
}

struct OrganizerTokenList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List those of an organizer, without what they open.",
        discussion: """
              eventpass organizer token list nile-nights --json | jq .scopes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let tokens = try office.apiTokens(of: try office.organizer(named: organizerArgument.organizer))
        if output.json {
            for token in tokens { try StandardOutput.line(APITokenView(token: token, now: .now()).json.text) }
            return
        }
        var table = Table("id", "state", "name", "scopes", empty: "There are no tokens.")
        for token in tokens {
            table.add(
                "\(token.id)", APITokenView(token: token, now: .now()).state, token.name,
                token.scopes.sorted().map(\.rawValue).joined(separator: " "))
        }
        try table.write(global.terminal())
    }
}

struct OrganizerTokenRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End one at once.",
        discussion: """
              eventpass organizer token revoke nile-nights 4503599627370497
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Argument(help: "Its id, as organizer token list shows it.")
    var token: String

    func run() throws {
        guard let id = APITokenID(token) else {
            throw Failure(
                .badInput, "“\(token)” is no id of a token", hint: "eventpass organizer token list ORGANIZER shows them"
            )
        }
        let office = try global.dataFolder().openOffice()
        try office.revokeAPIToken(id, of: try office.organizer(named: organizerArgument.organizer))
        try output.writeEnd("revoked", "\(id)")
    }
}
