import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct OrganizerTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: Text.abstract.text,
        subcommands: [
            OrganizerTokenCreateCommand.self, OrganizerTokenListCommand.self, OrganizerTokenRevokeCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerToken"

        case abstract = "Manage API tokens."
    }
}

struct OrganizerTokenCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer token create nile-nights --name "Box office" \\
                      --scope read-orders --scope sell --event new-year > token.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerTokenCreate"

        case abstract = "Create an API token. It is shown only once."
        case discussion =
            """
            A program with the token acts in your name, but only within the token's scopes. Each scope includes the \
            scope read.

            {examples}
            """
        case name = "The token's purpose."
        case scope = "A permission of the token; repeat for more."
        case event = "Limit the token to this event. (default: every event of the organizer)"
        case expires = "When the token expires, such as 2030-01-01T17:00Z. (default: never)"
        case created =
            "created {token}; the token is not shown again; revoke it with: eventpass organizer token revoke {organizer} {token}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Option(help: ArgumentHelp(Text.name))
    var name: String
    @Option(help: ArgumentHelp(Text.scope))
    var scope: [ParsedArgument<APIToken.Scope>]
    @Option(help: ArgumentHelp(Text.event), completion: NameCompletion.events)
    var event: String?
    @Option(help: ArgumentHelp(Text.expires))
    var expires: Moment?

    func run() throws {
        var fields = FieldParser()
        let scopes = fields.read(scope, "scope")
        let expires = fields.read(expires, "expires", in: .gmt)
        fields.checkText(text: name, "name")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let event = try event.map { try services.events.event(named: $0) }
        let (secret, token) = try services.apiTokens.createAPIToken(
            Set(scopes), named: name, of: organizer, event: event, expires: expires)
        if output.json {
            return try StandardOutput.line(
                APITokenJSON(token: token, now: .now()).json.adding([("token", .string(secret.encoded))]).text)
        }
        try StandardOutput.line(secret.encoded)
        StandardError.say(Text.created, ["token": "\(token.id)", "organizer": .text(organizer.slug)])
    }
}

struct OrganizerTokenListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer token list nile-nights --json | jq .scopes
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerTokenList"

        case abstract = "List an organizer's API tokens, without their secrets."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let tokens = try services.apiTokens.apiTokens(
            of: try services.organizers.organizer(named: organizerArgument.organizer))
        if output.json {
            for token in tokens { try StandardOutput.line(APITokenJSON(token: token, now: .now()).json.text) }
            return
        }
        var table = Table("id", "state", "name", "scopes", empty: "There are no tokens.")
        for token in tokens {
            table.add(
                "\(token.id)", token.state(at: .now()).rawValue, token.name,
                token.scopes.sorted().map(\.rawValue).joined(separator: " "))
        }
        try table.write(global.terminal())
    }
}

struct OrganizerTokenRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer token revoke nile-nights 4503599627370497
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerTokenRevoke"

        case abstract = "Revoke an API token."
        case token = "The token's id. To find it, run: eventpass organizer token list"
        case notAnID = "“{id}” is not a token’s id"
        case notAnIDHint = "list the ids with: eventpass organizer token list ORGANIZER"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @Argument(help: ArgumentHelp(Text.token))
    var token: String

    func run() throws {
        guard let id = APITokenID(token) else {
            throw CommandFailure(.badInput, Text.notAnID, ["id": .text(token)], hint: Sentence(Text.notAnIDHint))
        }
        let services = try global.dataFolder().openServices()
        try services.apiTokens.revokeAPIToken(
            id, of: try services.organizers.organizer(named: organizerArgument.organizer))
        try output.writeEnd("revoked", "\(id)")
    }
}
