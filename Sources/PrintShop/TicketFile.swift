package import Ticketing

/// What a ticket's holder gets, as bytes.
package struct TicketFile: Sendable {
    /// Who has a ticket's file comes in: on a disk it is for its owner alone.
    package static let mode: UInt32 = 0o600

    /// Made of a code or a number: names of people stay inside.
    package let name: String
    package let mediaType: String
    package let bytes: [UInt8]
}

extension TicketFormWriter {
    /// A ticket in one form.
    package func file(of ticket: Ticket, as form: TicketForm) throws -> TicketFile {
        TicketFile(
            name: "\(ticket.code)\(form.ending)", mediaType: form.mediaType, bytes: try bytes(of: ticket, as: form))
    }

    /// One PDF with a page for each ticket.
    package func paper(of bundle: TicketBundle) throws -> TicketFile {
        TicketFile(
            name: "\(bundle.name).pdf", mediaType: TicketForm.pdf.mediaType, bytes: try pages(of: bundle.tickets))
    }

    /// A ZIP with every form of every ticket.
    package func file(of bundle: TicketBundle, as forms: [TicketForm]) throws -> TicketFile {
        TicketFile(
            name: "\(bundle.name).zip", mediaType: "application/zip", bytes: try archive(of: bundle, as: forms))
    }
}
