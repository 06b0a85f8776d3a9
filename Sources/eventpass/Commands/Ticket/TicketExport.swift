import ArgumentParser
import Foundation
import Management
import QRSymbol

struct TicketExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write one symbol a ticket into a folder, named from the ticket's code.",
        discussion: """
            Issued tickets only. All or none; after Ctrl-C every file that is there is whole.

              eventpass ticket export new-year --format png --mm 30 --dpi 300 \\
                  --output symbols
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var picture: PictureOptions

    @Option(help: "png or svg.")
    var format: TicketExporter.Format
    @Option(help: "The folder; made when it is not there.")
    var output: String
    @OptionGroup var replacing: ReplaceOption

    func run() throws {
        let folder = try global.dataFolder()
        let office = try folder.openOffice()
        let event = try office.event(named: argument.event)
        let exporter = TicketExporter(
            office: office, event: event, types: try office.ticketTypes(of: event),
            ring: try folder.openKeyRing(keys), picture: picture, format: format, folder: output,
            existing: replacing.existing)
        let count = try replacing.making { try exporter.run() }
        let summary = JSON.object([("symbols", .int(count)), ("folder", .string(output))])
        try StandardOutput.line(
            json.json ? summary.text : "wrote \(counted(count, "symbol")) to \(output.visible)")
    }
}
