package import Ticketing

/// A file with one or several tickets, for their holder.
package struct TicketFile: Sendable {
    /// The file name. It contains a code or a number, but never a person's name.
    package let name: String
    package let mediaType: String
    package let bytes: [UInt8]
}

extension TicketFormatWriter {
    /// A ticket in one format.
    package func file(of ticket: Ticket, as form: TicketFormat) throws -> TicketFile {
        TicketFile(
            name: "\(ticket.code)\(form.fileExtension)", mediaType: form.mediaType,
            bytes: try bytes(of: ticket, as: form))
    }

    /// One PDF with a page for each ticket.
    package func pdf(of bundle: TicketBundle) throws -> TicketFile {
        TicketFile(
            name: "\(bundle.name).pdf", mediaType: TicketFormat.pdf.mediaType, bytes: try pdf(of: bundle.tickets))
    }

    /// A ZIP file with every ticket of the bundle in each of the given formats.
    package func file(of bundle: TicketBundle, as forms: [TicketFormat]) throws -> TicketFile {
        TicketFile(
            name: "\(bundle.name).zip", mediaType: MediaType.zip, bytes: try archive(of: bundle, as: forms))
    }
}
