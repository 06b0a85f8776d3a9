import ArgumentParser
import Foundation
import Languages
import Management
import MessageTransport
import Presentation
import Ticketing

struct TicketLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket link new-year 4F7K-29QX
                  eventpass ticket link new-year --base https://192.168.1.7:8443 > links.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketLink"

        case abstract = "Print the links to tickets on the server."
        case discussion =
            """
            Anyone who has a ticket’s link can use the ticket. Reissuing or transferring the ticket invalidates the \
            link. Without codes, the command prints the links of all active tickets.

            {examples}
            """
        case codes = "The codes of tickets, such as 4F7K-29QX. (default: all active tickets)"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var base: BaseURLOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.codes))
    var codes: [ParsedArgument<TicketCode>] = []

    func run() throws {
        var fields = FieldParser()
        let codes = fields.read(codes, "code")
        try fields.finish()
        let folder = try global.dataFolder()
        let address = try base.address(folder)
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try services.tickets.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let ticketLinkJSON = TicketLinkJSON(event: event, ring: ring, base: address)
        var isEmpty = true
        func say(_ ticket: Ticket) throws {
            isEmpty = false
            let link = try ticketLinkJSON.link(to: ticket)
            try StandardOutput.line(output.json ? ticketLinkJSON.json(ticket, link).text : "\(ticket.code)  \(link)")
        }
        guard codes.isEmpty else {
            for code in codes { try say(try services.tickets.ticket(code, of: event)) }
            return
        }
        try services.tickets.forEachTicket(of: event) { if $0.status.isActive { try say($0) } }
        if isEmpty, !output.json { try StandardOutput.line("There are no links: no ticket is active.") }
    }
}

struct BaseURLOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.base))
    var base: BaseURL?

    enum Text: String, SentenceKey {
        static let subject = "optionsBaseURL"

        case base =
            "The server's public base URL, such as https://tickets.example.org. (default: the address that is set with mail set --url)"
        case missing = "the server's public base URL is not known"
        case missingHint = "add --base, or set the address for all links with the option --url of: eventpass mail set"
    }

    /// The base URL of links, without a trailing slash: the value of the option, or else the public address in the
    /// settings for messages.
    ///
    /// - Throws: `CommandFailure` if neither is set; the errors of `MessageSettingsFile.read`.
    func address(_ folder: DataFolder) throws -> String {
        if let base { return base.text }
        guard let address = try folder.messageSettingsFile.read().publicURL else {
            throw CommandFailure(.usage, Text.missing, hint: Sentence(Text.missingHint))
        }
        return address
    }
}

struct BaseURL: ArgumentValue {
    static var allowed: String { ArgumentValueText.baseURL.text }

    /// The URL without a trailing slash.
    let text: String

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /(https?:\/\/[A-Za-z0-9.\-]+(?::[0-9]{1,5})?)\/?/) else { return nil }
        text = String(match.1)
    }
}

struct GuestLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest link wedding "Grace Nakato"
                  eventpass guest link wedding --base https://wedding.example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestLink"

        case abstract = "Print the links to guests' invitations."
        case discussion =
            """
            Guests who share a code also share a link. Without names, the command prints the links of all guests with \
            codes.

            {examples}
            """
        case guests = "The guests, by number, e-mail address or name. (default: all guests with codes)"
        case noLink = "{guest} has no code yet, so there is no link"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var base: BaseURLOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.guests))
    var guests: [String] = []

    func run() throws {
        let folder = try global.dataFolder()
        let address = try base.address(folder)
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try services.tickets.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let ticketLinkJSON = TicketLinkJSON(event: event, ring: ring, base: address)
        var isEmpty = true
        func say(_ guest: Guest) throws {
            isEmpty = false
            let link = try ticketLinkJSON.invitation(
                with: guest.serial.map { try services.tickets.ticket(TicketCode($0), of: event) })
            guard output.json || link != nil else {
                StandardError.say(Text.noLink, ["guest": .text(guest.name)])
                return
            }
            try StandardOutput.line(
                output.json ? ticketLinkJSON.json(guest, link).text : "\(guest.name.visible)  \(link ?? "")")
        }
        guard guests.isEmpty else {
            for name in guests { try say(try services.guests.guest(named: name, of: event).guest) }
            return
        }
        try services.guests.forEachGuest(of: event) { if $0.guest.serial != nil { try say($0.guest) } }
        if isEmpty, !output.json { try StandardOutput.line("There are no links: no guest has a code.") }
    }
}
