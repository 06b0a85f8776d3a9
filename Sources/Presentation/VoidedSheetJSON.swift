package import Management
package import Ticketing

/// The result of voiding a printed sheet, for example a lost sheet, as JSON. The tickets on a voided sheet are
/// reissued, with a few exceptions, such as cancelled tickets.
package struct VoidedSheetJSON {
    /// Another printed sheet with tickets of the voided sheet. These tickets were reissued, so gates also refuse the
    /// copies on this other sheet. `tickets` is the number of these tickets. Sheets are numbered from 1.
    package struct OtherCopy {
        package let batch: Int
        package let sheet: Int
        package let tickets: Int
    }

    package let batch: Int
    /// The number of the voided sheet, from 1.
    package let sheet: Int
    package let voided: VoidedSheet
    /// The other sheets, sorted by batch and sheet.
    package let otherCopies: [OtherCopy]

    /// - Parameter sheetOf: returns the number, from 0, of the sheet on which the ticket at the given position of a
    ///   batch is printed.
    package init(
        batch: Int, sheet: Int, _ voided: VoidedSheet, sheetOf: (PrintBatch, _ position: Int) throws -> Int
    ) rethrows {
        self.batch = batch
        self.sheet = sheet
        self.voided = voided
        var counts: [[Int]: Int] = [:]
        for duplicate in voided.elsewhere {
            counts[[duplicate.batch.number, try sheetOf(duplicate.batch, duplicate.position)], default: 0] += 1
        }
        otherCopies = counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
            OtherCopy(batch: $0.key[0], sheet: $0.key[1] + 1, tickets: $0.value)
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
                    otherCopies.map {
                        .object([("batch", .int($0.batch)), ("sheet", .int($0.sheet)), ("tickets", .int($0.tickets))])
                    })
            ),
        ])
    }

    private func codes(_ tickets: [Ticket]) -> JSON { .array(tickets.map { .string("\($0.code)") }) }
}
