package import Management
package import Printing
package import Ticketing

/// What a layout makes of an event's tickets, before anything is printed: a sheet of specimens, which open no gate.
package struct SheetPreview {
    /// As many letters as a token has, and none of a ticket.
    private static let token = String(repeating: "SPECIMEN", count: 7)

    private let event: Event
    private let organizer: String
    private let type: TicketType?
    /// Tickets that would be printed.
    private let count: Int

    /// The side of a sheet that is looked at.
    package enum Side: Sendable { case front, back }

    /// - Parameter types: whose tickets would be printed, of which the first is shown; empty of an event that has none yet.
    package init(of event: Event, in office: Office, types: [TicketType]) throws {
        self.event = event
        self.organizer = try office.organizerName(of: event)
        self.type = types.first
        self.count = types.reduce(0) { $0 + $1.issued }
    }

    /// One side of the first sheet, which is full.
    ///
    /// - Parameters:
    ///   - order: in which tickets lie on the sheets.
    ///   - longest: pixels of its longest side.
    /// - Returns: a PNG.
    /// - Throws: `PrintingError` for a layout that is not for tickets, or has no such side.
    package func png(
        _ loaded: LoadedLayout, _ settings: PrintSettings, _ order: Imposition.Order, _ side: Side, longest: Int
    ) throws -> [UInt8] {
        let fields = EventFields(event: event, organizer: organizer, language: settings.language).ofTickets
        var pdf: [UInt8] = []
        let file = try SheetFile(
            loaded.layout, event: fields, artwork: loaded.artwork, sides: side == .back ? .both : settings.sides,
            offset: (settings.offset.x, settings.offset.y)
        ) { pdf += $0 }
        let cells = loaded.layout.cellsPerSheet
        let imposition = Imposition(order, cellsPerSheet: cells, count: max(count, cells))
        try file.add(imposition.positions(onSheet: 0).map { $0.map { specimen($0 + 1, settings.language) } })
        _ = try file.finish()
        guard let png = try PagePreview.png(ofPage: side == .back ? 1 : 0, of: pdf, longest: longest) else {
            throw PrintRunError.notShown(layout: loaded.name)
        }
        return png
    }

    private func specimen(_ number: Int, _ language: String) -> PrintedTicket {
        PrintedTicket(
            code: "0000-0000", token: SheetPreview.token,
            fields: [
                .type: type?.name ?? "", .holder: "Specimen", .code: "0000-0000",
                .price: type?.price?.text(in: language) ?? "", .order: "",
                .admits: type.map { "\($0.admits)" } ?? "1",
                .people: type.map { PrintedFields.people($0.admits) } ?? "",
                .due: "", .number: "\(number)", .sheet: "1",
            ])
    }
}
