import ArgumentParser
import Languages
import Management
import Presentation
import TicketToken
import Ticketing

struct TicketEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket edit new-year 4F7K-29QX --holder "Grace Nakato"
                  eventpass ticket edit new-year 4F7K-29QX --email grace@example.org --note none
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketEdit"

        case abstract = "Correct a ticket holder's name, e-mail address or note."
        case discussion =
            """
            The ticket's token stays valid, and no message is queued. To give the ticket to another person, use \
            “eventpass ticket transfer”, which replaces the token. Printed tickets, exported files and gate packs keep \
            the old details. To update a gate pack, use “eventpass gate refresh”. Write “none” to remove the e-mail \
            address or the note.

            {examples}
            """
        case nothingGiven = "one of --holder, --email and --note is required"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument
    @OptionGroup var given: HolderOptions

    func validate() throws {
        guard given.holder != nil || given.email != nil || given.note != nil else {
            throw ValidationError(Text.nothingGiven)
        }
    }

    func run() throws {
        var fields = FieldParser()
        let address = fields.read(given.email, "email")
        fields.checkText(text: given.holder, "holder")
        fields.checkText(text: given.note, "note")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        var before: HolderDetails?
        let ticket = try services.tickets.editTicket(ticketArgument.ticketCode(), of: event) { details in
            before = details
            if let holder = given.holder { details.holder = holder }
            if let address { details.email = address.value?.rawValue }
            if let note = given.note { details.note = note == "none" ? nil : note }
        }
        let corrected = HolderEditReport(
            before: before ?? HolderDetails(ticket), ticket: ticket, event: event,
            guests: try services.tickets.guestNames(on: [ticket], of: event)[ticket.serial] ?? [])
        if output.json {
            let renderer = TicketRenderer(
                event: event, types: try services.ticketTypes.ticketTypes(of: event), ring: nil)
            try StandardOutput.line(try renderer.json(ticket).text)
        } else {
            try StandardOutput.line(
                corrected.isChanged
                    ? "corrected \(ticket.code) of \(ticket.holder?.visible ?? TicketShowCommand.Text.unnamedHolder.rawValue)"
                    : "nothing changed")
        }
        for note in corrected.notes { StandardError.hint(note) }
    }
}

/// The options that correct the holder of a ticket.
struct HolderOptions: FieldOptionList {
    typealias Entity = HolderDetails

    @Option("holder", of: Entity.self) var holder: String?
    @Option(help: ArgumentHelp("email", of: Entity.self)) var email: ParsedArgument<ClearableArgument<EmailAddress>>?
    @Option("note", of: Entity.self) var note: String?
}
