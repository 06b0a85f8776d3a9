import Cryptography
package import Management
package import Ticketing

/// A batch in JSON. Sheets and files count from 1.
package struct BatchView {
    package let event: Event

    package init(event: Event) {
        self.event = event
    }

    package func json(_ state: BatchState) -> JSON {
        let batch = state.batch
        return .object([
            ("batch", .int(batch.number)), ("event", .int(event.number.rawValue)),
            ("made", .string(batch.made.iso8601(in: event.zone))), ("layout", .string(batch.plan.layout)),
            ("tickets", .int(batch.count)), ("sheets", .int(batch.sheets)),
            ("status", .string(state.isFinished ? "printed" : "interrupted")),
            (
                "files",
                .array(
                    state.files.map { file in
                        .object([
                            ("path", .string(file.path)),
                            ("first_sheet", .int(batch.sheets(ofFile: file.number).lowerBound + 1)),
                            ("last_sheet", .int(batch.sheets(ofFile: file.number).upperBound)),
                            ("sha256", .string(Hexadecimal.text(file.hash))),
                            ("read_back", .bool(file.check == .everySymbol)),
                            ("released", .string(file.released.iso8601(in: event.zone))),
                        ])
                    })
            ),
            (
                "unreleased",
                .array(
                    state.drawn.map { file in
                        .object([
                            ("first_sheet", .int(batch.sheets(ofFile: file.number).lowerBound + 1)),
                            ("last_sheet", .int(batch.sheets(ofFile: file.number).upperBound)),
                            ("sha256", .string(Hexadecimal.text(file.hash))),
                            ("drawn_sheets", .int(batch.sheets(ofFile: file.number).count)),
                            ("read_back_sheets", .int(file.sheets)),
                        ])
                    })
            ),
            ("voided_sheets", .array(state.voided.map { .int($0 + 1) })),
        ])
    }
}
