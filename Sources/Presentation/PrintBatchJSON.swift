import Cryptography
package import Management
package import Ticketing

/// A print batch (tickets that are printed together) as JSON, with sheets numbered from 1.
package struct PrintBatchJSON {
    /// Whether the JSON contains the paths of the batch's files. Users on other machines must not see these paths.
    package enum PathVisibility { case shown, hidden }

    package let event: Event
    private let pathVisibility: PathVisibility

    package init(event: Event, pathVisibility: PathVisibility = .shown) {
        self.event = event
        self.pathVisibility = pathVisibility
    }

    /// - Parameter damaged: the numbers of the files that are missing or altered on this machine. Files are numbered
    ///   from 0.
    package func json(_ state: PrintBatchState, damaged: Set<Int> = []) -> JSON {
        let batch = state.batch
        return .object([
            ("batch", .int(batch.number)), ("event", .int(event.number.rawValue)),
            ("made", .string(batch.made.iso8601(in: event.zone))), ("layout", .string(batch.plan.layout)),
            ("tickets", .int(batch.count)), ("sheets", .int(batch.sheets)),
            ("status", .string(state.status.rawValue)),
            (
                "files",
                .array(
                    state.files.map { file in
                        .object(
                            (pathVisibility == .shown ? [("path", .string(file.path))] : []) + [
                                ("first_sheet", .int(batch.sheets(ofFile: file.number).lowerBound + 1)),
                                ("last_sheet", .int(batch.sheets(ofFile: file.number).upperBound)),
                                ("sha256", .string(Hexadecimal.text(file.hash))),
                                ("read_back", .bool(file.check == .everySymbolReadBack)),
                                ("released", .string(file.released.iso8601(in: event.zone))),
                            ] + (damaged.contains(file.number) ? [("intact", .bool(false))] : []))
                    })
            ),
            (
                "unreleased",
                .array(
                    state.rendered.map { file in
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
