/// The contents of a mail as plain text and as HTML.
enum MailContent {
    static func plain(_ ticket: TicketText) -> String {
        let width = ticket.details.map(\.name.utf8.count).max() ?? 0
        let details = ticket.details.map { name, value in
            name + String(repeating: " ", count: width + 2 - name.utf8.count) + value.bidiIsolated
        }
        return
            (greeting(ticket) + ["", ticket.title.bidiIsolated] + details + [
                "", request(ticket), "", ticket.organizer.bidiIsolated,
            ])
            .joined(separator: "\n")
    }

    private static func greeting(_ ticket: TicketText) -> [String] {
        [ticket.holder.map { "Dear \($0.bidiIsolated)," } ?? "Hello,", "", "Here is your ticket."]
    }

    private static func request(_ ticket: TicketText) -> String {
        let show = "Show this QR code at the entrance, on your phone or printed."
        return ticket.people > 1
            ? "\(show) It admits \(ticket.people) people in all, so please don't share it with anyone else."
            : "\(show) It works once, so please don't share it."
    }

    /// The contents as HTML, with tables and inline styles, which all mail programs support. A phone that is 360 pixels
    /// wide shows the symbol at full size; narrower phones show it smaller.
    ///
    /// - Parameters:
    ///   - picture: the content ID of the part with the symbol.
    ///   - side: the side of the picture, in pixels.
    static func html(_ ticket: TicketText, picture: String, side: Int) -> String {
        let details = ticket.details.map { name, value in
            """
            <tr><td style="padding:6px 16px 6px 0;color:#5b6670;vertical-align:top">\(name)</td>\
            <td style="padding:6px 0;word-break:break-word"><bdi>\(escaped(value))</bdi></td></tr>
            """
        }.joined(separator: "\n")
        let greeting = ticket.holder.map { "Dear <bdi>\(escaped($0))</bdi>," } ?? "Hello,"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light"><title>\(escaped(ticket.title))</title></head>
            <body style="margin:0;padding:12px;background:#f2f4f5;color:#17212b;\
            font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:16px;line-height:1.45">
            <table role="presentation" cellpadding="0" cellspacing="0" align="center" style="max-width:520px;width:100%;\
            table-layout:fixed;background:#ffffff;border-radius:12px"><tr>\
            <td style="padding:28px 20px;overflow-wrap:break-word">
            <p style="margin:0 0 16px">\(greeting)</p>
            <p style="margin:0 0 24px">Here is your ticket.</p>
            <h1 style="margin:0 0 16px;font-size:24px;line-height:1.25"><bdi>\(escaped(ticket.title))</bdi></h1>
            <table role="presentation" cellpadding="0" cellspacing="0" style="font-size:16px">
            \(details)
            </table>
            <p style="margin:24px 0;text-align:center"><img src="cid:\(picture)" width="\(side)" height="\(side)" \
            alt="QR code of ticket \(ticket.code)" style="max-width:100%;height:auto;background:#ffffff"></p>
            <p style="margin:0 0 24px;color:#5b6670">\(request(ticket))</p>
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
