import ArgumentParser
import Gate
import Management
import Presenting
import Ticketing

/// Which tickets a list on paper has.
struct PaperListOptions: ParsableArguments {
    @OptionGroup var argument: GateArgument
    @Option(help: "The function the list is for, by name or number; needed at an event that has functions.")
    var function: String?
    @Option(help: "name or code.")
    var by = PaperOrder.name

    func open(_ global: GlobalOptions) throws -> PaperListSource {
        if let pack = try argument.openPack(orCopy: true) {
            let function = try function.map { try pack.function(named: $0).number } ?? pack.pack.function
            return PaperListSource(
                event: pack.event, function: try pack.functions().first { $0.number == function }, order: by,
                types: try pack.ticketTypes(), books: .pack(pack))
        }
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event, among: .publishedFirst)
        return PaperListSource(
            event: event, function: try function.map { try office.function(named: $0, of: event) }, order: by,
            types: try office.ticketTypes(of: event), books: .office(office))
    }
}

/// The tickets of a list on paper, and how the list is titled.
struct PaperListSource {
    enum Books {
        case office(Office)
        case pack(OpenPack)
    }

    let event: Event
    /// Nil at an event without functions.
    let function: EventFunction?
    let order: PaperOrder
    let made = Instant.now()
    private let types: [TicketTypeNumber: String]
    private let books: Books

    init(event: Event, function: EventFunction?, order: PaperOrder, types: [TicketType], books: Books) {
        self.event = event
        self.function = function
        self.order = order
        self.types = Dictionary(types.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        self.books = books
    }

    var title: String { [event.details.title, function?.name].compactMap(\.self).joined(separator: " – ") }

    /// The moment at which the list was read: a list on paper grows old.
    var madeText: String { Sentences(timeZone: event.zone).moment(made) }

    func typeName(_ listed: ListedTicket) -> String { types[listed.ticket.type] ?? "" }

    @discardableResult
    func forEach(_ body: (ListedTicket) throws -> Void) throws -> PaperListSummary {
        switch books {
        case .office(let office): try office.forEachListed(of: event, function: function?.number, order, body)
        case .pack(let pack): try pack.forEachListed(function: function?.number, at: made, order, body)
        }
    }

    static func counts(_ summary: PaperListSummary) -> String {
        "\(counted(summary.tickets, "ticket")) for \(counted(summary.people, "person", "people"))"
    }

    /// The tickets that the list leaves out, and the command that takes it back.
    func sayNext(_ summary: PaperListSummary) {
        if summary.unpaid > 0 {
            StandardError.say(
                "left out: \(counted(summary.unpaid, "ticket")) not paid yet, which a gate refuses")
        }
        let function = function.map { " --function \($0.number)" } ?? ""
        StandardError.say(
            "next: eventpass gate enter \(event.slug) SHEET --gate NAME\(function) takes back what was ticked")
    }
}
