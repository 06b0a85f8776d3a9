import ArgumentParser
import AttendeePack
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import PrintShop
import Printing
import QRSymbol
import Synchronization
import TicketToken
import Ticketing

struct TicketExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass ticket export new-year --format png --mm 30 --dpi 300 \\
                      --output symbols
                  eventpass ticket export new-year 4F7K-29QX --format card --output grace.png
                  eventpass ticket export new-year --order 1912276171 --pack --output packs
                  eventpass ticket export new-year --all --pack --format pdf --format apple \\
                      --apple-certificate pass.p12 --output packs
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandTicketExport"

        case abstract = "Export tickets to files for their holders."
        case discussion =
            """
            One ticket is written to a file or to standard output. The tickets of an order, a household or the event \
            are written to a folder, in files that are named after the tickets' codes. With --pack, the command writes \
            one ZIP for each order, one for each household and one for each of the remaining tickets. Only issued \
            tickets are exported. A transferred ticket is not exported with its order. Files have mode 0600, because \
            anyone who has a ticket's file can enter. If a file cannot be written, the command removes all new files; \
            files that --force has already replaced stay replaced. After Ctrl-C, every existing file is complete.

            Formats: png and svg are the symbol. pdf is an A6 page, and phone is a page as wide as a phone. terminal \
            is the symbol as text. card is a picture for the lock screen. calendar is an .ics file, apple is a .pkpass \
            file, and mail is an .eml file. google is a link that saves the ticket in Google Wallet.

            {examples}
            """
        case code = "The code of one ticket. (default: all tickets of the event)"
        case order = "Export the tickets of this order."
        case household = "Export the tickets of this household, by number or name."
        case all = "Export all tickets of the event, which is the default."
        case format = "{formats}; repeat for more."
        case pack =
            "Write one ZIP for each order, household or single ticket. Without --format, a ZIP contains png, pdf, card and calendar, and also apple, google or mail if you give their keys or --from."
        case output =
            "The folder, created if necessary; for one ticket, the file. (default for a ticket: standard output)"
        case symbolsTitle = "Symbols"
        case oneSelection = "give only one of a code, --order, --household and --all"
        case formatRequired = "--format or --pack is required"
        case quietZoneTooSmall = "--quiet-zone must be at least 4 for tickets; scanners need the white border"
        case repeatedFormat = "a --format is given twice"
        case pngOptions = "--scale, --pixels and --dpi need --format png"
        case symbolWidth = "--mm needs --format png or svg"
        case symbolOptions = "--level and --quiet-zone need --format png, svg or terminal"
        case outputRequired = "--output DIR is required"
        case notAFolder = "--output needs a folder for several files; {path} is a file"
        case notAFolderHint = "choose another name; the command creates the folder"
        case terminalFormat = "--format terminal prints one ticket to standard output: give its code, and no --output"
        case packRequired = "for one ticket in several formats, add --pack"
        case jsonWithoutOutput = "--json needs --output"
        case notIssuedHint = "show the ticket with: eventpass ticket show {event} {code}"
        case zipOnTerminal = "a ZIP cannot be shown on a terminal"
        case ticketOnTerminal = "a ticket as {format} cannot be shown on a terminal"
        case onTerminalHint = "add --output FILE"
        case transferred =
            "ticket {code} was transferred to somebody else and is left out; export it with: eventpass ticket export {event} {code}"
        case liveCodesHint =
            "gates refuse exported symbols of tickets that require a live code: {types}; show a symbol with its live code with: eventpass ticket show {event} CODE --live"
        case stoppedArchives =
            "stopped after {count} ZIP; each file in {folder} is complete|stopped after {count} ZIPs; each file in {folder} is complete"
        case stoppedSymbols =
            "stopped after {count} symbol; each file in {folder} is complete|stopped after {count} symbols; each file in {folder} is complete"
        case stoppedFiles =
            "stopped after {count} file; each file in {folder} is complete|stopped after {count} files; each file in {folder} is complete"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: ArgumentHelp(Text.code))
    var code: ParsedArgument<TicketCode>?
    @Option(help: ArgumentHelp(Text.order))
    var order: ParsedArgument<OrderNumber>?
    @Option(help: ArgumentHelp(Text.household))
    var household: String?
    @Flag(help: ArgumentHelp(Text.all))
    var all = false
    @Option(help: ArgumentHelp(Text.format, ["formats": .alternatives(TicketFormat.allCases.map(\.rawValue))]))
    var format: [TicketFormat] = []
    @Flag(help: ArgumentHelp(Text.pack))
    var pack = false
    @OptionGroup var words: LanguageOption
    @OptionGroup(title: Text.symbolsTitle.text) var picture: SymbolImageOptions
    @OptionGroup(title: WalletOptions.Text.title.text) var options: WalletOptions
    @Option(help: ArgumentHelp(Text.output))
    var output: String?
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        guard [code != nil, order != nil, household != nil, all].count(where: \.self) <= 1 else {
            throw ValidationError(Text.oneSelection)
        }
        if format.isEmpty, !pack { throw ValidationError(Text.formatRequired) }
        if picture.quietZone < 4 {
            throw ValidationError(Text.quietZoneTooSmall)
        }
        if Set(format).count < format.count { throw ValidationError(Text.repeatedFormat) }
        try format.forEach(options.check)
        try options.checkUse(in: forms)
        if picture.scale != nil || picture.pixels != nil || picture.dpi != nil, !forms.contains(.png) {
            throw ValidationError(Text.pngOptions)
        }
        if picture.mm != nil, !forms.contains(where: \.isSymbol) {
            throw ValidationError(Text.symbolWidth)
        }
        if picture.statedLevel != nil || picture.statedQuietZone != nil, !forms.contains(where: \.usesSymbolOptions) {
            throw ValidationError(Text.symbolOptions)
        }
        let isMany = code == nil
        if isMany, output == nil { throw ValidationError(Text.outputRequired) }
        if format.contains(.terminal), isMany || pack || output != nil {
            throw ValidationError(Text.terminalFormat)
        }
        if !isMany, !pack, format.count > 1 {
            throw ValidationError(Text.packRequired)
        }
        if json.json, output == nil { throw ValidationError(Text.jsonWithoutOutput) }
    }

    private var forms: [TicketFormat] { format.isEmpty ? options.forms : format }

    func run() throws {
        var fields = FieldParser()
        let (code, order) = (fields.read(code, "code"), fields.read(order, "order"))
        try fields.finish()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event, among: .publishedFirst)
        try services.tickets.authorizeTokens(of: event)
        try checkEvent(forms, event)
        let subject = try TicketExportContext(
            event, in: services, ring: try folder.openKeyRing(keys, of: store),
            symbolOptions: try picture.drawing(for: forms, on: global.terminal()),
            credentials: try options.signers(for: Set(forms), of: event), language: try words.chosen())
        warnOfLiveCodes(subject)
        if let code { return try export(try services.tickets.ticket(code, of: event), as: forms, subject) }
        let exporter = TicketExporter(
            services: services, subject: subject, forms: forms, packing: pack ? .archives : .files,
            folder: output ?? ".",
            existing: replacing.existing)
        let count = try explainingOutput {
            if let order {
                return try exporter.run([warningOfTransfers(services.bundle(ofOrder: order, of: event), event)])
            }
            if let household {
                return try exporter.run([warningOfTransfers(services.bundle(ofHousehold: household, of: event), event)])
            }
            return try exporter.run()
        }
        let what = pack ? "pack" : forms.count == 1 && forms[0].isSymbol ? "symbol" : "file"
        let summary = JSON.object([("\(what)s", .int(count)), ("folder", .string(output ?? "."))])
        try StandardOutput.line(
            json.json ? summary.text : "wrote \(counted(count, what)) to \((output ?? ".").visible)")
    }

    /// Runs a closure that writes several files.
    ///
    /// - Throws: `CommandFailure` with a hint if a file exists, or if the path of the folder is a file; errors of
    ///   `work`.
    private func explainingOutput(_ work: () throws -> Int) throws -> Int {
        do {
            return try replacing.explainingExistingFile(work)
        } catch let error as SystemError where error.operation == .createFolder && error.errno == ENOTDIR {
            throw CommandFailure(
                .badInput, Text.notAFolder, ["path": .text(error.path)], hint: Sentence(Text.notAFolderHint))
        }
    }

    /// Prints a warning for each ticket that is left out of the bundle because it was transferred to somebody else.
    /// Returns the bundle unchanged.
    private func warningOfTransfers(_ bundle: TicketBundle, _ event: Event) -> TicketBundle {
        for code in bundle.transferred {
            StandardError.warn(Text.transferred, ["code": "\(code)", "event": .text(event.slug)])
        }
        return bundle
    }

    /// Checks the options and the event before any file is written.
    private func checkEvent(_ forms: [TicketFormat], _ event: Event) throws {
        if forms.contains(.png) { _ = try picture.size() }
        if forms.contains(.calendar), event.details.start == nil { throw TicketExportError.missingStart }
    }

    /// Prints a hint if the event has ticket types that require a live code. Exported symbols contain no live code, so
    /// gates refuse the exported symbols of these types.
    private func warnOfLiveCodes(_ subject: TicketExportContext) {
        let names = subject.types.filter(\.requiresLiveCode).map(\.name)
        guard !names.isEmpty else { return }
        StandardError.hint(
            Text.liveCodesHint, ["types": .text(names.joined(separator: ", ")), "event": .text(subject.event.slug)])
    }
}

extension TicketExportCommand {
    func export(_ ticket: Ticket, as forms: [TicketFormat], _ subject: TicketExportContext) throws {
        guard ticket.status == .issued else {
            let code = SentenceArgument.text("\(ticket.code)")
            throw CommandFailure(
                .refused, TicketShowCommand.Text.notIssued,
                ["code": code, "status": .text(ticket.status.rawValue)],
                hint: Sentence(Text.notIssuedHint, ["event": .text(subject.event.slug), "code": code]))
        }
        let notes = Mutex(RenderingWarnings())
        let writer = try TicketFormatWriter(subject) { code, remark in notes.withLock { $0.add(remark, of: code) } }
        let bytes =
            pack ? try writer.archive(of: TicketBundle(ticket), as: forms) : try writer.bytes(of: ticket, as: forms[0])
        notes.withLock(\.sentences).forEach { StandardError.warn($0) }
        guard let output else {
            if pack || !forms[0].isText {
                let refusal =
                    pack
                    ? Sentence(Text.zipOnTerminal)
                    : Sentence(Text.ticketOnTerminal, ["format": .text(forms[0].rawValue)])
                try StandardOutput.refuseTerminal(refusal, hint: Sentence(Text.onTerminalHint))
            }
            return try StandardOutput.write(bytes: bytes)
        }
        try replacing.explainingExistingFile {
            try AtomicFile.write(bytes, to: output, existing: replacing.existing)
        }
        let summary = JSON.object([("file", .string(output)), ("bytes", .int(bytes.count))])
        try StandardOutput.line(json.json ? summary.text : "wrote \(output.visible)")
    }
}

extension SymbolImageOptions {
    func drawing(for forms: [TicketFormat], on terminal: Terminal) throws -> SymbolOptions {
        var picture = SymbolOptions()
        picture.level = level
        picture.quietZone = quietZone
        if forms.contains(.png) { picture.size = try size() }
        picture.millimetres = mm
        picture.terminal = (terminal.symbolStyle, terminal.columns)
        return picture
    }
}
