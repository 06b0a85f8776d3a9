import Cryptography
package import Management
package import Ticketing

/// A batch in JSON. Sheets and files count from 1.
package struct BatchView {
    /// Whether files are told with where they are: on another machine that is nobody's business.
    package enum Place { case shown, hidden }

    package let event: Event
    private let place: Place

    package init(event: Event, place: Place = .shown) {
        self.event = event
        self.place = place
    }

    /// - Parameter damaged: the files by number that are missing on this machine or were changed.
    package func json(_ state: BatchState, damaged: Set<Int> = []) -> JSON {
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
                        .object(
                            (place == .shown ? [("path", .string(file.path))] : []) + [
                                ("first_sheet", .int(batch.sheets(ofFile: file.number).lowerBound + 1)),
                                ("last_sheet", .int(batch.sheets(ofFile: file.number).upperBound)),
                                ("sha256", .string(Hexadecimal.text(file.hash))),
                                ("read_back", .bool(file.check == .everySymbol)),
                                ("released", .string(file.released.iso8601(in: event.zone))),
                            ] + (damaged.contains(file.number) ? [("intact", .bool(false))] : []))
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
