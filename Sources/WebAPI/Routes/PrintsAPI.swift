import Management
import Presentation
import Printing
import PrintShop
import Ticketing
import WebHost

extension Routes {
    /// Routes for print batches. A client can read the state of the batches, and can void a sheet that was spoiled
    /// during printing. The API does not serve the printable files.
    static var printsAPI: [Route] {
        [
            API.list("/events/:event/prints", .read) { call in
                let event = try call.event()
                let view = PrintBatchJSON(event: event, pathVisibility: .hidden)
                return try call.services.printing.batches(of: event).map { ("\($0.batch.number)", view.json($0)) }
            },
            API.get("/events/:event/prints/:batch", .read) { call in
                let event = try call.event()
                return PrintBatchJSON(event: event, pathVisibility: .hidden).json(
                    try call.services.printing.batch(call.number("batch"), of: event))
            },
            API.action("/events/:event/prints/:batch/sheets/:sheet/void", .changeTickets) { call in
                let event = try call.event()
                let batch = try call.services.printing.batch(call.number("batch"), of: event).batch
                let sheet = try call.number("sheet")
                guard (1...batch.sheets).contains(sheet) else {
                    throw PrintBatchError.unknownSheet(sheet, sheets: batch.sheets)
                }
                let voided = try call.services.printing.voidSheet(
                    sheet - 1, at: Imposition(batch).positions(onSheet: sheet - 1).compactMap(\.self), of: batch,
                    of: event, signingWith: call.keyRing())
                return try VoidedSheetJSON(batch: batch.number, sheet: sheet, voided) {
                    try Imposition($0).sheet(ofPosition: $1)
                }.json
            },
        ]
    }
}

extension APIRequest {
    /// A path parameter that is a number of at least 1.
    ///
    /// - Throws: `Problem` 404 if the parameter is not such a number.
    fileprivate func number(_ name: String) throws -> Int {
        guard let number = Int(pathParameter(name)), number > 0, "\(number)" == pathParameter(name) else {
            throw Problem(.notFound)
        }
        return number
    }
}
