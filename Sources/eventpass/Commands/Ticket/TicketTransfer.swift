import ArgumentParser
import Management
import Presenting
import Ticketing

struct TicketTransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Transfer a ticket to another person, with a new token.",
        discussion: """
            Gates refuse the old token. A message to each person with an e-mail address is queued.

              eventpass ticket transfer new-year 4F7K-29QX --to "Sarah Auma" \\
                  --email sarah@example.org --yes --json | jq -r .token
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var signing: SigningOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument
    @Flag(help: "Do not ask.")
    var yes = false

    @Option(help: "The new holder.")
    var to: String
    @Option(help: "The new holder's e-mail address.")
    var email: ParsedArgument<EmailAddress>?

    func run() throws {
        var fields = FieldParser()
        let address = fields.read(email, "email")
        fields.checkText(text: to, "to")
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let code = try ticketArgument.ticketCode()
        let holder = try services.tickets.ticket(code, of: event).namedHolder
        try Confirmation.require(
            yes, "Transfer ticket \(code) of \(holder) to \(to.visible)? Gates will refuse the old token.",
            of: "transferring a ticket")
        let messages = try QueuedMessageReport(services, of: event)
        let ticket = try services.tickets.transfer(
            code, of: event, to: to, email: address?.rawValue, signingWith: ring,
            publicKeys: signing.publicKeyUse(of: ring))
        let renderer = TicketRenderer(event: event, types: try services.ticketTypes.ticketTypes(of: event), ring: ring)
        try StandardOutput.line(
            output.json
                ? try renderer.json(ticket).text
                : "transferred \(ticket.code) to \(to.visible), issue \(ticket.issue): \(try renderer.token(of: ticket) ?? "")"
        )
        try messages.say()
        let inside = try services.tickets.inside(on: ticket, of: event)
        if inside > 0 {
            StandardError.say("warning: \(counted(inside, "person is", "people are")) already inside on this ticket")
        }
    }
}
