import ArgumentParser
import AttendeePack
import FileAccess
import Foundation
import Management
import Presenting
import PrintShop
import QRSymbol
import TicketToken
import Ticketing

struct TicketExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write tickets as their holders get them, in files named from their codes.",
        discussion: """
            One ticket goes to a file or to standard output, the tickets of an order, a household or the event into a \
            folder; with --pack, each order, household or ticket alone becomes one ZIP. Issued tickets only; one that \
            was handed on goes to its new holder, and not with its order. Files are for their owner alone (0600): who \
            has a ticket's file comes in. All or none – with --force, files already replaced stay –; after Ctrl-C every \
            file that is there is whole.

            png and svg are the symbol; pdf is a page of A6, phone one as wide as a phone; terminal draws here; card is \
            a picture for the lock screen; calendar an .ics; apple a .pkpass; google a link that saves it; mail an .eml.

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
    @Argument(help: "The one ticket's code. (default: all tickets of the event)")
    var code: Given<TicketCode>?
    @Option(help: "The tickets of this order.")
    var order: Given<OrderNumber>?
    @Option(help: "The tickets of this household: its number or its name.")
    var household: String?
    @Flag(help: "All tickets of the event, which is so as well when nothing else is said.")
    var all = false
    @Option(help: "png, svg, pdf, phone, terminal, card, calendar, apple, google or mail; may be said several times.")
    var format: [TicketForm] = []
    @Flag(
        help:
            "One ZIP for each order, household or ticket alone. (default formats: png, pdf, card, calendar; and apple, google and mail where their keys or --from are given)"
    )
    var pack = false
    @OptionGroup(title: "Symbols") var picture: PictureOptions
    @OptionGroup(title: "Passes and mails") var options: PackOptions
    @Option(help: "The folder, made when it is not there; the file for one ticket. (default for one: standard output)")
    var output: String?
    @OptionGroup var replacing: ReplaceOption

    func validate() throws {
        guard [code != nil, order != nil, household != nil, all].count(where: \.self) <= 1 else {
            throw ValidationError("say one of a code, --order, --household and --all")
        }
        if format.isEmpty, !pack { throw ValidationError("say which --format, or --pack") }
        if picture.quietZone < 4 {
            throw ValidationError("a ticket's symbol keeps its light border of 4 modules: in the dark it would be lost")
        }
        if Set(format).count < format.count { throw ValidationError("a --format is said twice") }
        try format.forEach(options.check)
        try options.checkUse(in: forms)
        if picture.scale != nil || picture.pixels != nil || picture.dpi != nil, !forms.contains(.png) {
            throw ValidationError("--scale, --pixels and --dpi go with --format png")
        }
        if picture.mm != nil, !forms.contains(where: \.isSymbol) {
            throw ValidationError("--mm goes with --format png or svg")
        }
        if picture.statedLevel != nil || picture.statedQuietZone != nil, !forms.contains(where: \.isDrawnAsAsked) {
            throw ValidationError("--level and --quiet-zone go with --format png, svg or terminal")
        }
        let isMany = code == nil
        if isMany, output == nil { throw ValidationError("say --output DIR, the folder for them") }
        if format.contains(.terminal), isMany || pack || output != nil {
            throw ValidationError(
                "--format terminal draws one ticket on standard output: say its code, and no --output")
        }
        if !isMany, !pack, format.count > 1 {
            throw ValidationError("one ticket in several forms is a pack: say --pack, or one --format")
        }
        if json.json, output == nil { throw ValidationError("--json tells of files: say --output") }
    }

    private var forms: [TicketForm] { format.isEmpty ? options.forms : format }

    func run() throws {
        var fields = Fields()
        let (code, order) = (fields.read(code, "code"), fields.read(order, "order"))
        try fields.end()
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let office = try folder.signIn(to: store)
        let event = try office.event(named: argument.event)
        try office.authorizeTokens(of: event)
        try check(forms, event)
        let subject = try TicketSubject(
            event, in: office, ring: try folder.openKeyRing(keys, of: store),
            picture: try picture.drawing(for: forms, on: global.terminal()),
            signers: try options.signers(for: Set(forms), of: event))
        warnOfLiveCodes(subject)
        if let code { return try export(try office.ticket(code, of: event), as: forms, subject) }
        let exporter = TicketExporter(
            office: office, subject: subject, forms: forms, packing: pack ? .archives : .files, folder: output ?? ".",
            existing: replacing.existing)
        let count = try replacing.making {
            if let order { return try exporter.run([told(office.bundle(ofOrder: order, of: event), event)]) }
            if let household {
                return try exporter.run([told(office.bundle(ofHousehold: household, of: event), event)])
            }
            return try exporter.run()
        }
        let what = pack ? "pack" : forms.count == 1 && forms[0].isSymbol ? "symbol" : "file"
        let summary = JSON.object([("\(what)s", .int(count)), ("folder", .string(output ?? "."))])
        try StandardOutput.line(
            json.json ? summary.text : "wrote \(counted(count, what)) to \((output ?? ".").visible)")
    }

    /// The bundle, with a word on what is not in it.
    private func told(_ bundle: TicketBundle, _ event: Event) -> TicketBundle {
        for code in bundle.handedOn {
            StandardError.say(
                "warning: ticket \(code) was handed on to somebody else and is left out: eventpass ticket export \(event.slug) \(code)"
            )
        }
        return bundle
    }

    /// What depends on no ticket, before anything is made.
    private func check(_ forms: [TicketForm], _ event: Event) throws {
        if forms.contains(.png) { _ = try picture.size() }
        if forms.contains(.calendar), event.details.start == nil { throw AttendeePackError.noStart }
    }

    /// A symbol that does not change is what such types refuse.
    private func warnOfLiveCodes(_ subject: TicketSubject) {
        let names = subject.types.filter(\.demandsLiveCode).map(\.name.visible)
        guard !names.isEmpty else { return }
        StandardError.say(
            "hint: gates refuse a symbol without its live code for \(names.joined(separator: ", ")): eventpass ticket show \(subject.event.slug) CODE --live"
        )
    }
}
