package import Management

/// One ticket of a printed check-in list, as JSON.
package struct ListedTicketJSON {
    private let listed: PaperListTicket
    private let type: String

    /// - Parameter type: the name of the ticket's type.
    package init(listed: PaperListTicket, type: String) {
        self.listed = listed
        self.type = type
    }

    package var json: JSON {
        .object([
            ("code", .string(listed.ticket.code.description)), ("name", .optional(listed.name)),
            ("guests", .array(listed.guests.map(JSON.string))), ("type", .string(type)),
            ("free", .int(listed.remainingPeople)),
        ])
    }
}
