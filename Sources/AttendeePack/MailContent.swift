import Languages

/// The contents of a mail that delivers a ticket, as plain text and as HTML.
enum MailContent {
    static func plain(_ ticket: TicketText) -> String {
        (greeting(ticket) + ["", ticket.title.bidiIsolated] + detailLines(details(ticket)) + [
            "", request(ticket), "", ticket.organizer.bidiIsolated,
        ])
        .joined(separator: "\n")
    }

    private static func details(_ ticket: TicketText) -> [OutgoingMail.Detail] {
        ticket.details.map { OutgoingMail.Detail(label: ticket.sentence($0.label), value: $0.value) }
    }

    private static func greeting(_ ticket: TicketText) -> [String] {
        [salutation(ticket, ticket.holder?.bidiIsolated), "", ticket.sentence(.hereIsYourTicket)]
    }

    private static func salutation(_ ticket: TicketText, _ holder: String?) -> String {
        holder.map { ticket.sentence(.dear, ["holder": .text($0)]) } ?? ticket.sentence(.hello)
    }

    private static func request(_ ticket: TicketText) -> String {
        let use =
            ticket.people > 1
            ? ticket.sentence(.admitsInAll, ["count": .number(ticket.people)]) : ticket.sentence(.worksOnce)
        return "\(ticket.sentence(.showCode)) \(use)"
    }

    /// The contents as HTML. A phone that is 360 pixels wide shows the symbol at full size; narrower phones show it
    /// smaller.
    ///
    /// - Parameters:
    ///   - picture: the content ID of the part with the symbol.
    ///   - side: the side of the picture, in pixels.
    static func html(_ ticket: TicketText, picture: String, side: Int) -> String {
        let greeting = salutation(ticket, ticket.holder.map { "<bdi>\(escaped($0))</bdi>" })
        let symbol = image(
            picture, side: side, alt: ticket.sentence(.codeOfTicket, ["code": .text(ticket.code)]))
        return page(
            in: ticket.language, titled: ticket.title,
            [
                "<p style=\"margin:0 0 16px\">\(greeting)</p>",
                "<p style=\"margin:0 0 24px\">\(escaped(ticket.sentence(.hereIsYourTicket)))</p>",
                heading(ticket.title),
                detailTable(details(ticket)),
                "<p style=\"margin:24px 0;text-align:center\">\(symbol)</p>",
                "<p style=\"margin:0 0 24px;color:#5b6670\">\(escaped(request(ticket)))</p>",
                "<p style=\"margin:0\"><bdi>\(escaped(ticket.organizer))</bdi></p>",
            ])
    }
}
