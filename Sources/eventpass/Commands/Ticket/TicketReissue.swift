import ArgumentParser
import Management
import Presenting

struct TicketReissue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reissue", abstract: "Give a ticket a new token; the old one is refused from now on.",
        discussion: """
            For a lost phone, a passed-on screenshot, a retired key.

              eventpass ticket reissue new-year 4F7K-29QX --yes --json | jq -r .token
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument
    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let folder = try global.dataFolder()
        let ring = try folder.openKeyRing(keys)
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let code = ticketArgument.code
        try Confirmation.need(
            yes, "Reissue ticket \(code) of \(try office.ticket(code, of: event).namedHolder)? Its old token dies.",
            of: "reissuing a ticket")
        let ticket = try office.reissue(
            code, of: event, signingWith: ring, publicKeys: signing.use(of: ring))
        let renderer = TicketRenderer(event: event, types: try office.ticketTypes(of: event), ring: ring)
        try StandardOutput.line(
            output.json
                ? try renderer.json(ticket).text
                : "reissued \(ticket.code), issue \(ticket.issue): \(try renderer.token(of: ticket) ?? "")")
    }
}
