import ArgumentParser
import AttendeePack
import FileAccess
import Foundation
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
        commandName: "export", abstract: "Export tickets to files for their holders.",
        discussion: """
            One ticket is written to a file or to standard output. The tickets of an order, a household or the event \
            are written to a folder, in files that are named after the tickets' codes. With --pack, the command writes \
            one ZIP for each order, each household and each other ticket. Only issued tickets are exported. A \
            transferred ticket is not exported with its order. Files have mode 0600, because anyone who has a ticket's \
            file can enter. If a file cannot be written, the command removes all new files; files that --force has \
            already replaced stay replaced. After Ctrl-C, every existing file is complete.

            Formats: png and svg are the symbol. pdf is an A6 page, and phone is a page as wide as a phone. terminal \
            is the symbol as text. card is a picture for the lock screen. calendar is an .ics file, apple is a .pkpass \
            file, and mail is an .eml file. google is a link that saves the ticket in Google Wallet.

              eventpass ticket export new-year --format png --mm 30 --dpi 300 \\
                  --output symbols
              eventpass ticket export new-year 4F7K-29QX --format card --output grace.png
              eventpass ticket export new-year --order 1912276171 --pack --output packs
              eventpass ticket export new-year --all --pack --format pdf --format apple \\
                  --apple-certificate pass.p12 --output packs
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var argument: EventArgument
    @Argument(help: "The code of one ticket. (default: all tickets of the event)")
    var code: ParsedArgument<TicketCode>?
    @Option(help: "Export the tickets of this order.")
    var order: ParsedArgument<OrderNumber>?
    @Option(help: "Export the tickets of this household, by number or name.")
    var household: String?
    @Flag(help: "Export all tickets of the event, which is the default.")
    var all = false
    @Option(help: "png, svg, pdf, phone, terminal, card, calendar, apple, google or mail; repeat for more.")
    var format: [TicketFormat] = []
    @Flag(
        help: """
            Write one ZIP for each order, household or single ticket. Without --format, a ZIP contains png, pdf, card \
            and calendar, and also apple, google or mail if you give their keys or --from.
            """)
    var pack = false
    @OptionGroup var words: LanguageOption
    @OptionGroup(title: "Symbols") var picture: SymbolImageOptions
    @OptionGroup(title: "Passes and mails") var options: WalletOptions
    @Option(help: "The folder, created if necessary; for one ticket, the file. (default for a ticket: standard output)")
    var output: String?
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        guard [code != nil, order != nil, household != nil, all].count(where: \.self) <= 1 else {
            throw ValidationError("give only one of a code, --order, --household and --all")
        }
        if format.isEmpty, !pack { throw ValidationError("--format or --pack is required") }
        if picture.quietZone < 4 {
            throw ValidationError("--quiet-zone must be at least 4 for tickets; scanners need the white border")
        }
        if Set(format).count < format.count { throw ValidationError("a --format is given twice") }
        try format.forEach(options.check)
        try options.checkUse(in: forms)
        if picture.scale != nil || picture.pixels != nil || picture.dpi != nil, !forms.contains(.png) {
            throw ValidationError("--scale, --pixels and --dpi need --format png")
        }
        if picture.mm != nil, !forms.contains(where: \.isSymbol) {
            throw ValidationError("--mm needs --format png or svg")
        }
        if picture.statedLevel != nil || picture.statedQuietZone != nil, !forms.contains(where: \.usesSymbolOptions) {
            throw ValidationError("--level and --quiet-zone need --format png, svg or terminal")
        }
        let isMany = code == nil
        if isMany, output == nil { throw ValidationError("--output DIR is required") }
        if format.contains(.terminal), isMany || pack || output != nil {
            throw ValidationError(
                "--format terminal prints one ticket to standard output: give its code, and no --output")
        }
        if !isMany, !pack, format.count > 1 {
            throw ValidationError("for one ticket in several formats, add --pack")
        }
        if json.json, output == nil { throw ValidationError("--json needs --output") }
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
        let count = try replacing.explainingExistingFile {
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

    /// Prints a warning for each ticket that is left out of the bundle because it was transferred to somebody else.
    /// Returns the bundle unchanged.
    private func warningOfTransfers(_ bundle: TicketBundle, _ event: Event) -> TicketBundle {
        for code in bundle.transferred {
            StandardError.say(
                """
                warning: ticket \(code) was transferred to somebody else and is left out; export it with: eventpass \
                ticket export \(event.slug) \(code)
                """)
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
        let names = subject.types.filter(\.requiresLiveCode).map(\.name.visible)
        guard !names.isEmpty else { return }
        StandardError.say(
            """
            hint: gates refuse exported symbols of tickets that require a live code: \(names.joined(separator: ", ")); \
            show a symbol with its live code with: eventpass ticket show \(subject.event.slug) CODE --live
            """)
    }
}

extension TicketExportCommand {
    /// Exports one ticket to a file or to standard output.
    func export(_ ticket: Ticket, as forms: [TicketFormat], _ subject: TicketExportContext) throws {
        guard ticket.status == .issued else {
            throw CommandFailure(
                .refused, "ticket \(ticket.code) is \(ticket.status.rawValue), so gates refuse it",
                hint: "show the ticket with: eventpass ticket show \(subject.event.slug) \(ticket.code)")
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
            try AtomicFile.write(bytes, to: output, existing: replacing.existing)
        }
        let summary = JSON.object([("file", .string(output)), ("bytes", .int(bytes.count))])
        try StandardOutput.line(json.json ? summary.text : "wrote \(output.visible)")
    }
}

extension SymbolImageOptions {
    /// The drawing settings for symbols in these formats.
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
