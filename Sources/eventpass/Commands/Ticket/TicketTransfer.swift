import ArgumentParser
import Management
import Presenting
import Ticketing

struct TicketTransfer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Give a ticket to another person, with a new token; the old one is refused.",
        discussion: """
            A message to both is queued, where their e-mail addresses are known; no sender is set up.

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
    var email: Given<EmailAddress>?

    func run() throws {
        var fields = Fields()
        let address = fields.read(email, "email")
        fields.demand(text: to, "to")
        try fields.end()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let ring = try folder.openKeyRing(keys, of: store)
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        let code = try ticketArgument.ticketCode()
        let holder = try office.ticket(code, of: event).namedHolder
        try Confirmation.need(
            yes, "Transfer ticket \(code) of \(holder) to \(to.visible)? Its old token dies.",
            of: "transferring a ticket")
        let messages = try QueuedMessages(office, of: event)
        let ticket = try office.transfer(
            code, of: event, to: to, email: address?.rawValue, signingWith: ring,
            publicKeys: signing.use(of: ring))
        let renderer = TicketRenderer(event: event, types: try office.ticketTypes(of: event), ring: ring)
        try StandardOutput.line(
            output.json
                ? try renderer.json(ticket).text
                : "transferred \(ticket.code) to \(to.visible), issue \(ticket.issue): \(try renderer.token(of: ticket) ?? "")"
        )
        try messages.say()
        let inside = try office.inside(on: ticket, of: event)
        if inside > 0 {
            StandardError.say("warning: \(counted(inside, "person is", "people are")) inside on it already")
        }
    }
}
