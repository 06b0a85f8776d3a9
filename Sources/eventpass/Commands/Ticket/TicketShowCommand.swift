import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Presentation
import QRSymbol
import Ticketing

struct TicketShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket show new-year 4F7K-29QX
                  eventpass ticket show new-year 4F7K-29QX --json | jq -r .token
                  eventpass ticket show new-year 4F7K-29QX --live
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketShow"

        case abstract = "Show one ticket with its symbol."
        case discussion =
            """
            In a narrow window, the details are printed above the symbol. With --live, the command shows the symbol \
            with its live code and updates the symbol every 30 seconds, until you press Ctrl-C or q.

            {examples}
            """
        case live = "Show the symbol with its live code in the whole window, for ticket types that require a live code."
        case liveWithJSON = "--live and --json cannot be combined"
        case noTerminalHint = "get the token without its live code with: eventpass ticket show {event} {code} --json"
        case notIssued = "ticket {code} is {status}, so gates refuse it"
        case noLiveCode =
            "there is no live code for ticket {code}: its key is not in the key ring, or your role may not see live codes"
        case unnamedHolder = "an unnamed holder"
        case noSymbolHint = "no symbol is shown: {reason}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var ticketArgument: TicketArgument
    @Flag(help: ArgumentHelp(Text.live))
    var live = false

    func validate() throws {
        if live, output.json { throw ValidationError(Text.liveWithJSON) }
    }

    func run() throws {
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        let ticket = try services.tickets.ticket(try ticketArgument.ticketCode(), of: event)
        let renderer = try folder.ticketRenderer(keys, store, services, event)
        let guests = try services.tickets.guestNames(on: [ticket], of: event)[ticket.serial] ?? []
        if output.json { return try StandardOutput.line(try renderer.json(ticket, guests: guests).text) }
        if live { return try showLive(ticket, of: event, renderer) }
        let details = try renderer.lines(ticket, guests: guests)
        let terminal = global.terminal()
        guard terminal.isTerminal, ticket.status == .issued, let token = try renderer.token(of: ticket) else {
            return try StandardOutput.write(details.map { "\($0)\n" }.joined())
        }
        do {
            let symbol = try QRSymbol(token)
            let drawing = try symbol.drawing(on: terminal)
            // Print the token in one unwrapped line below the symbol, so that people can copy it.
            let (tokenLines, detailLines) = (details.filter(\.isToken), details.filter { !$0.isToken })
            let lines = drawing.split(separator: "\n").map(String.init)
            let width = try symbol.terminalColumns(terminal.symbolStyle)
            if let columns = terminal.columns,
                let sideBySide = SideBySide.lines(symbol: lines, width: width, details: detailLines, columns: columns)
            {
                return try StandardOutput.write((sideBySide + tokenLines).map { "\($0)\n" }.joined())
            }
            try StandardOutput.write(details.map { "\($0)\n" }.joined() + drawing)
        } catch let error as QRSymbolError {
            try StandardOutput.write(details.map { "\($0)\n" }.joined())
            StandardError.hint(Text.noSymbolHint, ["reason": .sentence(error.sentence)])
        }
    }

    private func showLive(_ ticket: Ticket, of event: Event, _ renderer: TicketRenderer) throws {
        let screen = try FullScreenTerminal(
            global.terminal(), for: "ticket show --live",
            hint: Sentence(Text.noTerminalHint, ["event": .text(event.slug), "code": .text("\(ticket.code)")]))
        guard ticket.status == .issued else {
            throw CommandFailure(
                .refused, Text.notIssued, ["code": .text("\(ticket.code)"), "status": .text(ticket.status.rawValue)])
        }
        guard let token = try renderer.token(of: ticket), let key = try renderer.liveKey(of: ticket) else {
            throw CommandFailure(
                .refused, Text.noLiveCode, ["code": .text("\(ticket.code)")],
                hint: renderer.hasKeys ? renderer.remedy(for: ticket) : nil)
        }
        let page = LiveTicketPage(
            token: token, details: try renderer.lines(ticket).filter { !$0.isToken }, terminal: global.terminal())
        if case .signal(let number) = try page.session(key, on: screen).run() {
            Interrupt.terminate(of: number)
        }
    }
}

extension String {
    fileprivate var isToken: Bool { hasPrefix("token ") }
}

extension TicketRenderer {
    func lines(_ ticket: Ticket, guests: [String] = []) throws -> [String] {
        let sentences = VerdictSentences(timeZone: event.zone)
        let since = ticket.statusSince.map { " since \(sentences.moment($0))" } ?? ""
        let due = ticket.sale?.due.map { "\($0) due" }
        let order = ticket.sale.map { "\($0.order), \($0.price?.description ?? "free")" }
        let sold = [saleFields.contains(.order) ? order : nil, due].compactMap(\.self)
        let names = guests.isEmpty ? [] : ["guests   \(guests.map(\.visible).joined(separator: ", "))"]
        let email = ticket.email.map { ", \($0.rawValue.visible)" } ?? ""
        let note = ticket.statusNote.map { ": \($0.visible)" } ?? ""
        var lines = [
            "ticket   \(ticket.code)", "event    \(event.details.title.visible)",
            "type     \(typeName(of: ticket).visible)", "holder   \(ticket.holder?.visible ?? "–")\(email)",
        ]
        lines += names
        lines += [
            "admits   \(ticket.admits)", "status   \(ticket.status.rawValue)\(since)\(note)",
            "issue    \(ticket.issue), signed with key \(ticket.key)",
            "token    \(try token(of: ticket) ?? reasonWithout)",
        ]
        if !sold.isEmpty { lines.append("order    \(sold.joined(separator: ", "))") }
        return lines
    }

    private var reasonWithout: String {
        !hasKeys
            ? "not visible for your role"
            : "the ticket’s key is retired or missing from the key ring; reissue the ticket"
    }
}

extension Ticket {
    /// The holder's name for a command's question or message, or “an unnamed holder” if the ticket has no name.
    var namedHolder: SentenceArgument {
        holder.map(SentenceArgument.text) ?? .sentence(TicketShowCommand.Text.unnamedHolder)
    }
}

/// Arranges a symbol and the ticket's details next to each other on a terminal.
enum SideBySide {
    private static let gap = 3
    /// The minimum number of columns for details.
    private static let least = 36
    /// The number of columns for the name of a detail, such as `holder`, and for the spaces after the name.
    private static let indent = 9

    /// Returns lines with the symbol on the left and the details vertically centred next to the symbol. Returns nil if
    /// the window is too narrow.
    ///
    /// - Parameters:
    ///   - symbol: the lines of the symbol. Each line is `width` columns wide and can contain escape sequences.
    ///   - width: the width of the symbol in columns.
    ///   - details: lines that consist of a name and a value. The name is padded to 9 columns. A long value is wrapped.
    ///   - columns: the number of columns of the window.
    static func lines(symbol: [String], width: Int, details: [String], columns: Int) -> [String]? {
        let available = columns - width - gap
        guard available >= least else { return nil }
        let detailLines = details.flatMap { detail -> [String] in
            guard detail.columns > available else { return [detail] }
            let value = String(detail.dropFirst(indent))
            let wrapped = value.wrapped(toColumns: available - indent, lines: 4)
            return wrapped.enumerated().map { index, line in
                (index == 0 ? String(detail.prefix(indent)) : String(repeating: " ", count: indent)) + line
            }
        }
        let count = max(symbol.count, detailLines.count)
        let top = (count - detailLines.count) / 2
        let margin = String(repeating: " ", count: gap)
        let blank = String(repeating: " ", count: width)
        return (0..<count).map { row in
            let left = row < symbol.count ? symbol[row] : blank
            let right = detailLines.indices.contains(row - top) ? detailLines[row - top] : ""
            return right.isEmpty ? left : left + margin + right
        }
    }
}
