package import Management

/// A ticket, and the recipients to whom its notice was sent again, as JSON.
package struct ResentTicketJSON {
    private let resent: ResentTicket

    package init(resent: ResentTicket) {
        self.resent = resent
    }

    package var json: JSON {
        .object([
            ("code", .string(resent.ticket.code.description)),
            ("recipients", .array(resent.recipients.map { .string($0) })),
        ])
    }
}
