import ArgumentParser
import Languages
import Management
import Presentation
import PrintShop
import Printing
import Ticketing

/// The options that select the tickets of a paper list. Gates without a scanner use such lists.
struct PaperListOptions: ParsableArguments {
    @OptionGroup var argument: GateArgument
    @Option(help: ArgumentHelp(Text.subEvent))
    var subEvent: String?
    @Option(help: ArgumentHelp(Text.by))
    var by = PaperListOrder.name
    @OptionGroup var dates: DateLanguageOption

    func open(_ global: GlobalOptions) throws -> PaperListSource {
        if let pack = try argument.openPack(orCopy: true) {
            let subEvent = try subEvent.map { try pack.subEvent(named: $0).number } ?? pack.pack.subEvent
            return PaperListSource(
                event: pack.event, subEvent: try pack.subEvents().first { $0.number == subEvent }, order: by,
                language: PaperLanguage(dates.tag), types: try pack.ticketTypes(), source: .pack(pack))
        }
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        return PaperListSource(
            event: event, subEvent: try subEvent.map { try services.subEvents.subEvent(named: $0, of: event) },
            order: by, language: PaperLanguage(dates.tag),
            types: try services.ticketTypes.ticketTypes(of: event), source: .mainStore(services))
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsPaperList"

        case subEvent = "The list's sub-event, by name or number. Required if the event has sub-events."
        case by = "Sort by name or code."
        case counts = "{tickets} for {people}"
        case unpaid =
            "the list leaves out {count} unpaid ticket, because gates refuse unpaid tickets|the list leaves out {count} unpaid tickets, because gates refuse unpaid tickets"
        case recordCheckIns = "record the check-ins with: {command}"
    }
}

struct PaperListSource {
    enum Source {
        case mainStore(ManagementServices)
        case pack(OpenGatePack)
    }

    let event: Event
    /// The sub-event of the list; nil for an event without sub-events.
    let subEvent: SubEvent?
    let order: PaperListOrder
    let language: PaperLanguage
    let made = Instant.now()
    private let types: [TicketTypeNumber: String]
    private let source: Source

    init(
        event: Event, subEvent: SubEvent?, order: PaperListOrder, language: PaperLanguage, types: [TicketType],
        source: Source
    ) {
        self.event = event
        self.subEvent = subEvent
        self.order = order
        self.language = language
        self.types = Dictionary(types.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        self.source = source
    }

    var title: String { [event.details.title, subEvent?.name].compactMap(\.self).joined(separator: " – ") }

    /// The time at which the list was created, as text for the printed page. The date is in the chosen language even if
    /// the words of the page are not translated into this language.
    var madeText: String { texts.moment(made) }

    /// The texts about the event. The list does not show the organizer.
    private var texts: EventFieldValues { EventFieldValues(event: event, organizer: "", language: language.tag) }

    func typeName(_ listed: PaperListTicket) -> String { types[listed.ticket.type] ?? "" }

    @discardableResult
    func forEach(_ body: (PaperListTicket) throws -> Void) throws -> PaperListSummary {
        switch source {
        case .mainStore(let services):
            try services.paperCheckIns.forEachPaperListTicket(of: event, subEvent: subEvent?.number, order, body)
        case .pack(let pack): try pack.forEachPaperListTicket(subEvent: subEvent?.number, at: made, order, body)
        }
    }

    static func counts(_ summary: PaperListSummary) -> Sentence {
        Sentence(
            PaperListOptions.Text.counts,
            ["tickets": CountText.tickets.of(summary.tickets), "people": CountText.people.of(summary.people)])
    }

    func heading(_ summary: PaperListSummary) -> PaperList.Heading {
        PaperList.Heading(
            title: title, order: order == .name ? .name : .code, tickets: summary.tickets, people: summary.people,
            printed: madeText, event: subEvent.map(texts.cardFields(for:)) ?? texts.ticketFields)
    }

    /// Prints how many unpaid tickets the list leaves out, and the command that records the list's check-ins.
    func printNextSteps(_ summary: PaperListSummary) {
        if summary.unpaidTickets > 0 {
            StandardError.say(PaperListOptions.Text.unpaid, ["count": .number(summary.unpaidTickets)])
        }
        let subEvent = subEvent.map { " --sub-event \($0.number)" } ?? ""
        let command = "eventpass gate enter \(event.slug) SHEET --gate NAME\(subEvent)"
        StandardError.next(PaperListOptions.Text.recordCheckIns, ["command": .text(command)])
    }
}
