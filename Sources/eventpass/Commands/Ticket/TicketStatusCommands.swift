import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct TicketBlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: Text.abstract.text,
        discussion: """
              eventpass ticket block new-year 4F7K-29QX --note "card payment disputed" --yes
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandTicketBlock"

        case abstract = "Block a ticket: gates refuse it and show the note. The ticket stays sold."
        case note = "The reason. Gates show it."
        case notConfirmed = "blocking a ticket needs confirmation"
        case question = "Block ticket {code} of {holder}?"
        case peopleInside =
            "{count} person is already inside; gates let them out, but not in again|{count} people are already inside; gates let them out, but not in again"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    @Option(help: ArgumentHelp(Text.note))
    var note: String
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let ticket = try services.tickets.ticket(try ticketArgument.ticketCode(), of: event)
        try Confirmation.require(
            yes, Sentence(Text.question, ["code": "\(ticket.code)", "holder": ticket.namedHolder]),
            refusal: Sentence(Text.notConfirmed))
        let blocked = try services.tickets.block(ticket.code, of: event, note: note)
        let inside = try services.tickets.inside(on: blocked, of: event)
        let json = TicketStatusJSON(ticket: blocked, inside: inside).json
        try StandardOutput.line(output.json ? json.text : "blocked \(blocked.code)")
        StandardError.warn(ofPeopleInside: inside)
    }
}

struct TicketUnblockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: Text.abstract.text,
        discussion: """
              eventpass ticket unblock new-year 4F7K-29QX
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandTicketUnblock"

        case abstract = "Unblock a ticket, so that gates accept it again."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let ticket = try services.tickets.unblock(try ticketArgument.ticketCode(), of: event)
        let json = TicketStatusJSON(ticket: ticket, inside: try services.tickets.inside(on: ticket, of: event)).json
        try StandardOutput.line(output.json ? json.text : "unblocked \(ticket.code)")
    }
}

extension InvalidatedTicketsJSON {
    /// Returns the line that the command prints, for example `cancelled 4F7K-29QX: 50000 UGX owed to the buyer`.
    ///
    /// - Parameter verb: the word to print for the change, such as `cancelled`.
    func line(_ verb: String) -> String {
        let codes = invalidated.tickets.map(\.code.description).joined(separator: " ")
        return "\(verb) \(codes)\(refundNotice.map { ": \($0) owed to the buyer" } ?? "")"
    }
}

extension StandardError {
    /// Prints a warning if a command has just made tickets invalid and people are still inside with those tickets.
    ///
    /// - Parameter count: the number of these people.
    static func warn(ofPeopleInside count: Int) {
        guard count > 0 else { return }
        warn(TicketBlockCommand.Text.peopleInside, ["count": .number(count)])
    }
}
