import ArgumentParser
import FileAccess
import Languages
import Management
import Presentation
import Ticketing

struct TicketCancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket cancel new-year 4F7K-29QX --note "fell ill" --yes
                  eventpass ticket list new-year --json | jq -r 'select(.order == null
                      and (.issued | startswith("2026-12-01T14:05"))) | .code' > second
                  eventpass ticket cancel new-year --codes second
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketCancel"

        case abstract = "Cancel tickets: gates refuse them, and other tickets can be sold in their place."
        case discussion =
            """
            With --codes, the command cancels every ticket in a file, for example after a list was issued twice. Each \
            line of the file starts with a ticket's code, as in the output of ticket list. If the file has a faulty \
            line or an unknown code, no ticket is cancelled. Tickets that are already cancelled stay as they are, so \
            you can repeat the command. Check the file before you use it. In the example, the file has the tickets \
            that were issued within one minute and not sold.

            {examples}
            """
        case codes = "A file with a ticket's code at the start of each line; - is standard input."
        case oneSource = "give the code of one ticket, or --codes FILE"
        case notConfirmed = "cancelling a ticket needs confirmation"
        case manyNotConfirmed =
            "cancelling {count} ticket needs confirmation|cancelling {count} tickets needs confirmation"
        case question = "Cancel ticket {code} of {holder}?"
        case manyQuestion = "Cancel {count} ticket of {event}?|Cancel {count} tickets of {event}?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(TicketArgument.Text.code))
    var code: ParsedArgument<TicketCode>?
    @Option(help: ArgumentHelp(Text.codes), completion: .file())
    var codes: String?
    @Option(help: ArgumentHelp(TicketBlockCommand.Text.note))
    var note: String?
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func validate() throws {
        guard (code == nil) != (codes == nil) else { throw ValidationError(Text.oneSource) }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        if let code {
            try cancel(try FieldParser.read(only: code, "code"), of: event, services)
        } else {
            try cancel(try TicketCodeFile(path: inputPath(codes ?? "-")).codes(), of: event, services)
        }
    }

    private func cancel(_ code: TicketCode, of event: Event, _ services: ManagementServices) throws {
        let ticket = try services.tickets.ticket(code, of: event)
        try Confirmation.require(
            yes, Sentence(Text.question, ["code": "\(ticket.code)", "holder": ticket.namedHolder]),
            refusal: Sentence(Text.notConfirmed))
        let messages = try QueuedMessageReport(services, of: event, global)
        let cancellationJSON = InvalidatedTicketsJSON(
            invalidated: try services.tickets.cancel(ticket.code, of: event, note: note))
        try StandardOutput.line(output.json ? cancellationJSON.json.text : cancellationJSON.line("cancelled"))
        try messages.say(about: .holders([ticket.serial]), by: .ticketCancelled)
        StandardError.warn(ofPeopleInside: cancellationJSON.invalidated.inside)
    }

    private func cancel(_ codes: [TicketCode], of event: Event, _ services: ManagementServices) throws {
        let plan = try services.tickets.cancellationPlan(codes, of: event)
        if plan.tickets > 0 {
            let question = Sentence(
                Text.manyQuestion, ["count": .number(plan.tickets), "event": .text(event.details.title)])
            try Confirmation.require(
                yes, .list([question] + (plan.recipients > 0 ? [Confirmation.messages(to: plan.recipientCount)] : [])),
                refusal: Sentence(Text.manyNotConfirmed, ["count": .number(plan.tickets)]))
        }
        let messages = try QueuedMessageReport(services, of: event, global)
        var progress = Progress(.cancelling, total: plan.tickets)
        var soFar = CancelledTickets()
        do {
            defer { progress.finish() }
            // The user has confirmed the number of recipients, by answering the question or with --yes.
            let confirmed = services.allowingMessages(to: plan.recipients)
            soFar = try confirmed.tickets.cancelAll(plan, of: event, note: note) {
                soFar = $0
                progress.update($0.cancelled)
            }
        } catch {
            // The tickets that were cancelled before the error stay cancelled.
            if soFar.cancelled > 0 { try report(soFar, codes, messages) }
            throw error
        }
        try report(soFar, codes, messages)
    }

    private func report(_ done: CancelledTickets, _ codes: [TicketCode], _ messages: QueuedMessageReport) throws {
        let owed = done.refundsOwed.map(\.description).joined(separator: ", ")
        if output.json {
            let json = JSON.object([
                ("cancelled", .int(done.cancelled)), ("ended_before", .int(done.endedBefore)),
                ("inside", .int(done.inside)), ("refund_owed", .optional(owed.isEmpty ? nil : owed)),
            ])
            try StandardOutput.line(json.text)
        } else {
            let debt = owed.isEmpty ? "" : ": \(owed) owed to buyers"
            let before = done.endedBefore > 0 ? "; already cancelled or refunded: \(done.endedBefore)" : ""
            try StandardOutput.line("cancelled \(counted(done.cancelled, "ticket"))\(debt)\(before)")
        }
        if done.cancelled > 0 { try messages.say(about: .holders(codes.map(\.serial)), by: .ticketCancelled) }
        StandardError.warn(ofPeopleInside: done.inside)
    }
}

/// A text file with a ticket's code at the start of each line, such as the output of `ticket list`. A comma, a
/// semicolon, a tab or a space ends the code. Empty lines and a heading that starts with `code` are skipped.
struct TicketCodeFile {
    let path: String

    private static let longestLine = 4096

    /// The codes, in the order of the file and without repeats.
    ///
    /// - Throws: `CommandFailure` if a line does not start with a code, or if the file has no codes; `SystemError` if
    ///   the file cannot be read.
    func codes() throws -> [TicketCode] {
        let input = try LineReader(path: path, limit: TicketCodeFile.longestLine)
        var codes: [TicketCode] = []
        var known: Set<TicketCode> = []
        var number = 0
        while let line = try input.next() {
            number += 1
            let text = String(decoding: line.bytes, as: UTF8.self)
            guard let start = text.split(whereSeparator: { ",;\t \r\"".contains($0) }).first.map(String.init) else {
                continue
            }
            if number == 1, start.lowercased() == "code" { continue }
            guard let code = TicketCode(typed: start) else {
                throw CommandFailure(
                    .badInput, Text.notACode, ["line": "\(number)", "text": .text(start.visible)],
                    hint: Sentence(Text.notACodeHint))
            }
            if known.insert(code).inserted { codes.append(code) }
        }
        guard !codes.isEmpty else { throw CommandFailure(.badInput, Text.noCodes) }
        return codes
    }

    enum Text: String, SentenceKey {
        static let subject = "ticketCodeFile"

        case notACode = "line {line}: “{text}” is not a ticket's code"
        case notACodeHint = "each line starts with a code, such as 4F7K-29QX; no ticket was cancelled"
        case noCodes = "the file has no ticket codes"
    }
}
