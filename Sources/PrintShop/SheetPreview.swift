package import Management
import Printing
package import Ticketing

/// What a layout makes of an event's tickets, before anything is printed: a sheet of specimens, which open no gate.
package struct SheetPreview {
    /// As many letters as a token has, and none of a ticket.
    private static let token = String(repeating: "SPECIMEN", count: 7)

    private let event: Event
    private let organizer: String
    private let type: TicketType?

    /// - Parameter type: whose tickets are shown; nil of an event that has none yet.
    package init(of event: Event, in office: Office, type: TicketType?) throws {
        self.event = event
        self.organizer = try office.organizerName(of: event)
        self.type = type
    }

    /// The front of a sheet.
    ///
    /// - Parameter longest: pixels of its longest side.
    /// - Returns: a PNG.
    /// - Throws: `PrintingError` for a layout that is not for tickets.
    package func png(_ loaded: LoadedLayout, _ settings: PrintSettings, longest: Int) throws -> [UInt8] {
        let fields = EventFields(event: event, organizer: organizer, language: settings.language).ofTickets
        var pdf: [UInt8] = []
        let file = try SheetFile(
            loaded.layout, event: fields, artwork: loaded.artwork, offset: (settings.offset.x, settings.offset.y)
        ) { pdf += $0 }
        try file.add((1...loaded.layout.cellsPerSheet).map(specimen))
        _ = try file.finish()
        guard let png = try PagePreview.png(ofPage: 0, of: pdf, longest: longest) else {
            throw PrintRunError.notShown(layout: loaded.name)
        }
        return png
    }

    private func specimen(_ number: Int) -> PrintedTicket {
        PrintedTicket(
            code: "0000-0000", token: SheetPreview.token,
            fields: [
                .type: type?.name ?? "", .holder: "Specimen", .code: "0000-0000",
                .price: type?.price?.description ?? "",
                .order: "", .note: "", .admits: type.map { "\($0.admits)" } ?? "1", .number: "\(number)", .sheet: "1",
            ])
    }
}
