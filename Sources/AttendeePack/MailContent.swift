/// The contents of a mail as plain text and as HTML.
enum MailContent {
    static func plain(_ ticket: TicketText) -> String {
        let labels = ticket.details.map { ticket.sentence($0.label) }
        let width = labels.map(\.count).max() ?? 0
        let details = zip(labels, ticket.details).map { label, detail in
            label + String(repeating: " ", count: width + 2 - label.count) + detail.value.bidiIsolated
        }
        return
            (greeting(ticket) + ["", ticket.title.bidiIsolated] + details + [
                "", request(ticket), "", ticket.organizer.bidiIsolated,
            ])
            .joined(separator: "\n")
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

    /// The contents as HTML, with tables and inline styles, which all mail programs support. A phone that is 360 pixels
    /// wide shows the symbol at full size; narrower phones show it smaller.
    ///
    /// - Parameters:
    ///   - picture: the content ID of the part with the symbol.
    ///   - side: the side of the picture, in pixels.
    static func html(_ ticket: TicketText, picture: String, side: Int) -> String {
        let details = ticket.details.map { label, value in
            """
            <tr><td style="padding:6px 0;padding-inline-end:16px;color:#5b6670;vertical-align:top">\
            \(escaped(ticket.sentence(label)))</td>\
            <td style="padding:6px 0;word-break:break-word"><bdi>\(escaped(value))</bdi></td></tr>
            """
        }.joined(separator: "\n")
        let greeting = salutation(ticket, ticket.holder.map { "<bdi>\(escaped($0))</bdi>" })
        let picture = """
            <img src="cid:\(picture)" width="\(side)" height="\(side)" \
            alt="\(escaped(ticket.sentence(.codeOfTicket, ["code": .text(ticket.code)])))" \
            style="max-width:100%;height:auto;background:#ffffff">
            """
        return """
            <!DOCTYPE html>
            <html lang="\(ticket.language.rawValue)" dir="\(ticket.language.isRightToLeft ? "rtl" : "ltr")">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light"><title>\(escaped(ticket.title))</title></head>
            <body style="margin:0;padding:12px;background:#f2f4f5;color:#17212b;\
            font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:16px;line-height:1.45">
            <table role="presentation" cellpadding="0" cellspacing="0" align="center" style="max-width:520px;width:100%;\
            table-layout:fixed;background:#ffffff;border-radius:12px"><tr>\
            <td style="padding:28px 20px;overflow-wrap:break-word">
            <p style="margin:0 0 16px">\(greeting)</p>
            <p style="margin:0 0 24px">\(escaped(ticket.sentence(.hereIsYourTicket)))</p>
            <h1 style="margin:0 0 16px;font-size:24px;line-height:1.25"><bdi>\(escaped(ticket.title))</bdi></h1>
            <table role="presentation" cellpadding="0" cellspacing="0" style="font-size:16px">
            \(details)
            </table>
            <p style="margin:24px 0;text-align:center">\(picture)</p>
            <p style="margin:0 0 24px;color:#5b6670">\(escaped(request(ticket)))</p>
            <p style="margin:0"><bdi>\(escaped(ticket.organizer))</bdi></p>
            </td></tr></table>
            </body>
            </html>

            """
    }

    /// Escapes text for HTML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
