import AttendeePack
package import PrintShop
package import Ticketing

extension ServerContext {
    /// Logs that a text in a ticket’s file was cut, is very small, or has letters that no font contains. The server
    /// sends the file nevertheless. The log gets only the number of missing letters, because the letters could reveal a
    /// name.
    @Sendable package func logRemark(_ ticket: TicketCode, _ remark: FormatWarning) {
        guard case .text(let text) = remark else { return }
        var fields: [(name: String, value: LogRecord.Value)] = [
            ("ticket", .text("\(ticket)")), ("field", .text(text.field)),
        ]
        if text.isTruncated { fields.append(("cut", .text("yes"))) }
        if text.isTooSmall { fields.append(("small", .text("yes"))) }
        if !text.missingGlyphs.isEmpty {
            fields.append(("letters_without_font", .number(Int64(text.missingGlyphs.count))))
        }
        log(LogRecord(level: .warning, event: "drawing", fields: fields))
    }
}
