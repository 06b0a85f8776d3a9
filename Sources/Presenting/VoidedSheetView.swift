package import Management
package import Ticketing

/// What became of a spoiled sheet.
package struct VoidedSheetView {
    /// Another sheet, from 1, that bears old tokens of so many of the reissued tickets.
    package struct OtherPaper {
        package let batch: Int
        package let sheet: Int
        package let tickets: Int
    }

    package let batch: Int
    /// From 1.
    package let sheet: Int
    package let voided: VoidedSheet
    /// By batch and sheet.
    package let others: [OtherPaper]

    /// - Parameter sheetOf: the sheet of a batch, from 0, that bears a place of its run.
    package init(
        batch: Int, sheet: Int, _ voided: VoidedSheet, sheetOf: (PrintBatch, _ position: Int) throws -> Int
    ) rethrows {
        self.batch = batch
        self.sheet = sheet
        self.voided = voided
        var counts: [[Int]: Int] = [:]
        for place in voided.elsewhere {
            counts[[place.batch.number, try sheetOf(place.batch, place.position)], default: 0] += 1
        }
        others = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            OtherPaper(batch: $0.key[0], sheet: $0.key[1] + 1, tickets: $0.value)
        }
    }

    package var json: JSON {
        .object([
            ("batch", .int(batch)), ("sheet", .int(sheet)), ("reissued", codes(voided.reissued)),
            ("superseded", codes(voided.superseded)), ("ended", codes(voided.ended)),
            ("still_good", codes(voided.exhausted)),
            (
                "also_on",
                .array(
                    others.map {
                        .object([("batch", .int($0.batch)), ("sheet", .int($0.sheet)), ("tickets", .int($0.tickets))])
                    })
            ),
        ])
    }

    private func codes(_ tickets: [Ticket]) -> JSON { .array(tickets.map { .string("\($0.code)") }) }
}
