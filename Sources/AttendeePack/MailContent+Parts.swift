import Languages

/// The parts of mails. The HTML has tables and inline styles, which all mail programs support.
extension MailContent {
    /// A complete HTML page.
    ///
    /// - Parameter content: HTML elements. Each element begins on a new line.
    static func page(in language: Language, titled title: String, _ content: [String]) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language.rawValue)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light"><title>\(escaped(title))</title></head>
        <body style="margin:0;padding:12px;background:#f2f4f5;color:#17212b;\
        font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;font-size:16px;line-height:1.45">
        <table role="presentation" cellpadding="0" cellspacing="0" align="center" style="max-width:520px;width:100%;\
        table-layout:fixed;background:#ffffff;border-radius:12px"><tr>\
        <td style="padding:28px 20px;overflow-wrap:break-word">
        \(content.joined(separator: "\n"))
        </td></tr></table>
        </body>
        </html>

        """
    }

    static func heading(_ text: String) -> String {
        "<h1 style=\"margin:0 0 16px;font-size:24px;line-height:1.25\"><bdi>\(escaped(text))</bdi></h1>"
    }

    static func detailTable(_ details: [OutgoingMail.Detail]) -> String {
        let rows = details.map { detail in
            """
            <tr><td style="padding:6px 0;padding-inline-end:16px;color:#5b6670;vertical-align:top">\
            \(escaped(detail.label))</td>\
            <td style="padding:6px 0;word-break:break-word"><bdi>\(escaped(detail.value))</bdi></td></tr>
            """
        }
        return """
            <table role="presentation" cellpadding="0" cellspacing="0" style="font-size:16px">
            \(rows.joined(separator: "\n"))
            </table>
            """
    }

    /// The details as lines of plain text: each line has a label and its value. All values begin in the same column.
    static func detailLines(_ details: [OutgoingMail.Detail]) -> [String] {
        let width = details.map(\.label.count).max() ?? 0
        return details.map { detail in
            detail.label + String(repeating: " ", count: width + 2 - detail.label.count) + detail.value.bidiIsolated
        }
    }

    /// An HTML element that shows a picture.
    ///
    /// - Parameters:
    ///   - id: the content ID of the part with the picture.
    ///   - side: the width and the height at which the picture is shown, in pixels.
    static func image(_ id: String, side: Int, alt: String) -> String {
        """
        <img src="cid:\(id)" width="\(side)" height="\(side)" alt="\(escaped(alt))" \
        style="max-width:100%;height:auto;background:#ffffff">
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
