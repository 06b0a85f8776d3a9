package import Management

/// Who is told of a ticket once more, in JSON.
package struct ResentTicketView {
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
