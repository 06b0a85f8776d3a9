import ArgumentParser
import Management
import Presenting
import TicketToken
import Ticketing

struct TicketEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Correct a ticket's holder: name, e-mail address or note; its token stays valid.",
        discussion: """
            For another person, use eventpass ticket transfer: that ends the old token. No message is queued. Printed \
            tickets, exported files and gate packs keep the old details; eventpass gate refresh brings a pack up to \
            date. “none” takes the e-mail address or the note away.

              eventpass ticket edit new-year 4F7K-29QX --holder "Grace Nakato"
              eventpass ticket edit new-year 4F7K-29QX --email grace@example.org --note none
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument

    @Option(help: "The holder's name.")
    var holder: String?
    @Option(help: "The holder's e-mail address, or none.")
    var email: Given<Setting<EmailAddress>>?
    @Option(help: "A note about the person, for the gate, or none.")
    var note: String?

    func validate() throws {
        guard holder != nil || email != nil || note != nil else {
            throw ValidationError("say what to correct: --holder, --email or --note")
        }
    }

    func run() throws {
        var fields = Fields()
        let address = fields.read(email, "email")
        fields.demand(text: holder, "holder")
        fields.demand(text: note, "note")
        try fields.end()
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        var before: HolderDetails?
        let ticket = try office.editTicket(ticketArgument.ticketCode(), of: event) { details in
            before = details
            if let holder { details.holder = holder }
            if let address { details.email = address.value?.rawValue }
            if let note { details.note = note == "none" ? nil : note }
        }
        let corrected = CorrectedHolder(
            before: before ?? HolderDetails(ticket), ticket: ticket, event: event,
            guests: try office.guestNames(on: [ticket], of: event)[ticket.serial] ?? [])
        if output.json {
            let renderer = TicketRenderer(
                event: event, types: try office.ticketTypes(of: event), ring: nil)
            try StandardOutput.line(try renderer.json(ticket).text)
        } else {
            try StandardOutput.line(
                corrected.isChanged ? "corrected \(ticket.code) of \(ticket.namedHolder)" : "nothing changed")
        }
        for note in corrected.notes { StandardError.say("hint: \(note)") }
    }
}
