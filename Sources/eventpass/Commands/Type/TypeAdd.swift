import ArgumentParser
import Management
import Ticketing

struct TypeAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a ticket type to an event.",
        discussion: """
            eventpass type add new-year --name Regular --price "50000 UGX" --quantity 2500
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Option(help: "What it is called.")
    var name: String
    @Option(help: "Such as “50000 UGX” or “12.50 EUR”. (default: free of charge)")
    var price: Money?
    @Option(help: "How many there are. (default: as many as the venue holds)")
    var quantity: Int?
    @Option(help: "How many people one ticket admits, 1 to 16.")
    var admits: Admits = .one
    @Option(help: "Opens a gate from this time on.")
    var validFrom: Moment?
    @Option(help: "Opens a gate until this time.")
    var validUntil: Moment?
    @Flag(help: "The gate demands a live code: no screenshots.")
    var liveCode = false

    func validate() throws {
        if name.allSatisfy(\.isWhitespace) { throw ValidationError("a ticket type needs a name") }
        if let quantity, quantity < 0 { throw ValidationError("a quantity is 0 or more") }
    }

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let window = ValidityWindow(
            from: try validFrom?.instant(in: event.zone), until: try validUntil?.instant(in: event.zone))
        if let from = window.from, let until = window.until, until <= from {
            throw Failure(.usage, "--valid-until is not after --valid-from")
        }
        let type = try office.addTicketType(
            TicketTypeDraft(
                name: name, price: price, quantity: quantity, admits: admits, window: window, demandsLiveCode: liveCode),
            to: event)
        let view = TicketTypeView(type: type, zone: event.zone)
        try StandardOutput.line(output.json ? view.json.text : "added type \(type.number), \(type.name.visible)")
        if event.status == .draft { StandardError.say("next: eventpass event publish \(event.slug)") }
    }
}
