import Drawing
import Languages
package import Management
package import Printing
package import Ticketing

/// A preview of a layout with an event's data: a sheet of specimen tickets, which no gate accepts.
package struct PrintSheetPreview: Sendable {
    /// The text in the symbols. It is as long as a token, but is not the token of any ticket.
    private static let token = String(repeating: "SPECIMEN", count: 7)

    private let event: Event
    private let organizer: String
    private let type: TicketType?
    /// The number of tickets that would be printed, which determines their arrangement on the first sheet.
    private let count: Int

    /// The side of the sheet to show.
    package enum Side: Sendable { case front, back }

    /// Creates a preview for an event.
    ///
    /// - Parameter types: the types of the tickets to print. The preview shows only the first type. Empty for an event
    ///   without ticket types.
    package init(of event: Event, in services: ManagementServices, types: [TicketType]) throws {
        self.event = event
        self.organizer = try services.organizerName(of: event)
        self.type = types.first
        self.count = types.reduce(0) { $0 + $1.issued }
    }

    /// Renders one side of the first sheet, with a ticket in every cell.
    ///
    /// - Parameters:
    ///   - order: the order of tickets on the sheets.
    ///   - longest: the length of the picture's longer side, in pixels.
    /// - Returns: a PNG.
    /// - Throws: `PrintingError` if the tickets cannot be printed with the layout, for example because the layout lacks
    ///   the requested side; `PrintRunError.previewFailed`.
    package func png(
        _ loaded: LoadedLayout, _ settings: PrintSettings, _ order: Imposition.FillOrder, _ side: Side, longest: Int
    ) throws -> [UInt8] {
        let fields = EventFieldValues(event: event, organizer: organizer, language: settings.language).ticketFields
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(
            loaded.layout, event: fields, artwork: loaded.artwork, sides: side == .back ? .both : settings.sides,
            direction: settings.direction, offset: (settings.offset.x, settings.offset.y)
        ) { pdf += $0 }
        let cells = loaded.layout.cellsPerSheet
        let imposition = Imposition(order, cellsPerSheet: cells, count: max(count, cells))
        try file.add(imposition.positions(onSheet: 0).map { $0.map { specimen($0 + 1, settings.language) } })
        _ = try file.finish()
        guard let png = try PagePreview.png(ofPage: side == .back ? 1 : 0, of: pdf, longest: longest) else {
            throw PrintRunError.previewFailed(layout: loaded.name)
        }
        return png
    }

    /// The reason why no ticket can be printed with a layout: a text that is the same on all tickets does not fit. Nil
    /// if all such texts fit.
    package func refusal(_ loaded: LoadedLayout, _ settings: PrintSettings) throws -> PrintingError? {
        let fields = EventFieldValues(event: event, organizer: organizer, language: settings.language).ticketFields
        do {
            _ = try TicketSheetPDF(
                loaded.layout, event: fields, artwork: loaded.artwork, sides: settings.sides,
                direction: settings.direction
            ) { _ in }
            return nil
        } catch let error as PrintingError {
            switch error {
            case .textTruncated, .timeTruncated: return error
            default: return nil
            }
        } catch is DrawingError {
            // A missing font, for example, is not reported here, because the preview and the print run report it.
            return nil
        }
    }

    private func specimen(_ number: Int, _ language: String) -> PrintedTicket {
        let paper = PaperLanguage(language)
        return PrintedTicket(
            code: "0000-0000", token: PrintSheetPreview.token,
            fields: [
                .type: type?.name ?? "", .holder: paper.text(PaperSentence.specimen), .code: "0000-0000",
                .price: type?.price?.text(in: paper.locale) ?? "", .order: "",
                .admits: type.map { "\($0.admits)" } ?? "1",
                .people: type.map { TicketFieldValues.people($0.admits, in: language) } ?? "",
                .due: "", .number: "\(number)",
                .numberText: TicketFieldValues.numberText("\(number)", in: language), .sheet: "1",
            ])
    }
}
