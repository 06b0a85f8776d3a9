import FileAccess
import Presenting
import PrintShop
import Printing
import Synchronization
import Ticketing

extension TicketExportCommand {
    /// Exports one ticket to a file or to standard output.
    func export(_ ticket: Ticket, as forms: [TicketFormat], _ subject: TicketExportContext) throws {
        guard ticket.status == .issued else {
            throw CommandFailure(
                .refused, "ticket \(ticket.code) is \(ticket.status.rawValue), so gates refuse it",
                hint: "eventpass ticket show \(subject.event.slug) \(ticket.code)")
        }
        let notes = Mutex(RenderingWarnings())
        let writer = try TicketFormatWriter(subject) { code, remark in notes.withLock { $0.add(remark, of: code) } }
        let bytes =
            pack ? try writer.archive(of: TicketBundle(ticket), as: forms) : try writer.bytes(of: ticket, as: forms[0])
        notes.withLock(\.sentences).forEach { StandardError.say("warning: \($0.visible)") }
        guard let output else {
            if pack || !forms[0].isText {
                try StandardOutput.refuseTerminal(
                    for: pack ? "a ZIP" : "a ticket as \(forms[0].rawValue)", hint: "add --output FILE")
            }
            return try StandardOutput.write(bytes: bytes)
        }
        try replacing.explainingExistingFile {
            try AtomicFile.write(bytes, to: output, existing: replacing.existing, mode: TicketFile.mode)
        }
        let summary = JSON.object([("file", .string(output)), ("bytes", .int(bytes.count))])
        try StandardOutput.line(json.json ? summary.text : "wrote \(output.visible)")
    }
}
