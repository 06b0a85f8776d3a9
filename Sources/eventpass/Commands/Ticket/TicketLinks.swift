import ArgumentParser
import Foundation
import Management
import Presenting
import Ticketing

struct TicketLinks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Say the links by which holders open their tickets on the server.",
        discussion: """
            Whoever has the link has the ticket. Reissuing or transferring the ticket ends it. Without codes it is the \
            links of all tickets that stand.

              eventpass ticket link new-year 4F7K-29QX --base https://tickets.example.org
              eventpass ticket link new-year --base https://192.168.1.7:8443 > links.txt
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var base: BaseOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "Codes of tickets, such as 4F7K-29QX; none is all that stand.")
    var codes: [Given<TicketCode>] = []

    func run() throws {
        var fields = Fields()
        let codes = fields.read(codes, "code")
        try fields.end()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        try office.authorizeTokens(of: event)
        let ring = try folder.openKeyRing(keys, of: store)
        let view = LinkView(event: event, ring: ring, base: base.base.text)
        var isEmpty = true
        func say(_ ticket: Ticket) throws {
            isEmpty = false
            let link = try view.link(to: ticket)
            try StandardOutput.line(output.json ? view.json(ticket, link).text : "\(ticket.code)  \(link)")
        }
        guard codes.isEmpty else {
            for code in codes { try say(try office.ticket(code, of: event)) }
            return
        }
        try office.forEachTicket(of: event) { if $0.status.stands { try say($0) } }
        if isEmpty, !output.json { try StandardOutput.line("There are no links: no ticket is active.") }
    }
}

/// Where the server is, for those who open a link.
struct BaseOption: ParsableArguments {
    @Option(help: "Where the server is asked by those who get the links, such as https://tickets.example.org.")
    var base: BaseAddress
}

/// The beginning of all addresses of a server.
struct BaseAddress: ExpressibleByArgument {
    /// Without a stroke at its end.
    let text: String

    init?(argument: String) {
        guard let match = argument.wholeMatch(of: /(https?:\/\/[A-Za-z0-9.\-]+(?::[0-9]{1,5})?)\/?/) else { return nil }
        text = String(match.1)
    }
}
