package import Management

/// A ticket whose notice was queued again, and the recipients of that notice, as JSON.
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
