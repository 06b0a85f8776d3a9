import Management
import Presenting
import Printing
import PrintShop
import Ticketing

extension Routes {
    /// Batches of paper: what became of them, and sheets that are spoiled. Files stay where they were printed.
    static var printsAPI: [Route] {
        [
            API.list("/events/:event/prints", .read) { call in
                let event = try call.event()
                let view = BatchView(event: event, place: .hidden)
                return try call.office.batches(of: event).map { ("\($0.batch.number)", view.json($0)) }
            },
            API.get("/events/:event/prints/:batch", .read) { call in
                let event = try call.event()
                return BatchView(event: event, place: .hidden).json(
                    try call.office.batch(call.number("batch"), of: event))
            },
            API.act("/events/:event/prints/:batch/sheets/:sheet/void", .changeTickets) { call in
                let event = try call.event()
                let batch = try call.office.batch(call.number("batch"), of: event).batch
                let sheet = try call.number("sheet")
                guard (1...batch.sheets).contains(sheet) else {
                    throw BatchError.unknownSheet(sheet, sheets: batch.sheets)
                }
                let voided = try call.office.voidSheet(
                    sheet - 1, at: Imposition(batch).positions(onSheet: sheet - 1).compactMap(\.self), of: batch,
                    of: event, signingWith: call.keys())
                return try VoidedSheetView(batch: batch.number, sheet: sheet, voided) {
                    try Imposition($0).sheet(ofPosition: $1)
                }.json
            },
        ]
    }
}

extension APICall {
    /// A part of the path that is a number from 1.
    ///
    /// - Throws: `Problem` 404 for anything else.
    fileprivate func number(_ name: String) throws -> Int {
        guard let number = Int(part(name)), number > 0, "\(number)" == part(name) else { throw Problem(.notFound) }
        return number
    }
}
