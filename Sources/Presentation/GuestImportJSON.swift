package import Management
package import Ticketing

/// The result of a guest import as JSON, with the same members for successful and refused imports.
package struct GuestImportJSON {
    package let event: Event
    package let isDryRun: Bool

    package init(event: Event, isDryRun: Bool) {
        self.event = event
        self.isDryRun = isDryRun
    }

    package func json(_ summary: GuestImportSummary) -> JSON {
        object(
            counts: [
                summary.added, summary.updated, summary.unchanged, summary.households, summary.invited,
                summary.withdrawn, summary.answersLost, summary.answersLowered, summary.answersKept, summary.skipped,
            ], codes: summary.codes, columns: summary.columns.used.map { ($0.meaning, .string($0.heading)) },
            ignored: summary.columns.ignored.map { .string($0) },
            renamed: summary.renamed.map {
                .object([("line", .int($0.line)), ("from", .string($0.old)), ("to", .string($0.new))])
            }, faulty: summary.skipped, faults: summary.faults.map(\.json))
    }

    /// The JSON for an import that was refused and therefore changed nothing.
    package func json(refusedFor error: any Error & CustomStringConvertible) -> JSON {
        let known = ImportFaults(error)
        let other = JSON.object([("line", .null), ("column", .null), ("fault", .string("\(error)"))])
        return object(
            counts: [Int](repeating: 0, count: Self.counts.count), codes: nil, columns: [], ignored: [], renamed: [],
            faulty: known?.total ?? 1, faults: known?.faults ?? [other])
    }

    private static let counts = [
        "added", "updated", "unchanged", "households", "invited", "withdrawn", "answers_lost",
        "answers_lowered", "answers_kept", "skipped",
    ]

    private func object(
        counts: [Int], codes: ReissuedCodes?, columns: [(String, JSON)], ignored: [JSON], renamed: [JSON], faulty: Int,
        faults: [JSON]
    ) -> JSON {
        .object(
            [("event", .int(event.number.rawValue)), ("dry_run", .bool(isDryRun))]
                + zip(Self.counts, counts).map { ($0, .int($1)) }
                + [
                    ("codes_reissued", .array(codes?.reissued.map { .string($0.description) } ?? [])),
                    ("codeless", .int(codes?.guestsWithoutCode ?? 0)),
                    ("columns", .object(columns)), ("ignored_columns", .array(ignored)), ("renamed", .array(renamed)),
                    ("faulty", .int(faulty)), ("faults", .array(faults)),
                ])
    }
}

/// The faulty rows of a refused list.
package struct ImportFaults {
    /// The number of faulty rows.
    package let total: Int
    /// The faults of the first faulty rows.
    package let faults: [JSON]

    /// Reads the faulty rows from an error; nil if the error is not about rows of a list.
    package init?(_ error: any Error) {
        switch error {
        case GuestError.guestImport(let faults, let total), ManagementError.guestList(let faults, let total):
            self.total = total
            self.faults = faults.map(\.json)
        case let fault as GuestListFault:
            total = 1
            faults = [fault.json]
        default: return nil
        }
    }

    package var members: [(String, JSON)] { [("faulty", .int(total)), ("faults", .array(faults))] }
}

extension GuestListFault {
    fileprivate var json: JSON {
        .object([("line", .int(line)), ("column", .string(column)), ("fault", .string("\(self)"))])
    }
}
