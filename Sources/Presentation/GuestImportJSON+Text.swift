package import Management

/// The result of a guest import in sentences.
extension GuestImportJSON {
    /// The maximum number of codes that a sentence lists.
    private static let maximumListedCodes = 20

    /// A one-line summary.
    package func text(of summary: GuestImportSummary) -> String {
        let parts = [
            "\(counted(summary.added, "guest")) \(isDryRun ? "to add" : "added")", "\(summary.updated) updated",
            "\(summary.unchanged) unchanged", counted(summary.households, "new household"),
            counted(summary.invited, "invitation")
                + (summary.withdrawn > 0 ? " and \(summary.withdrawn) withdrawn" : ""),
        ]
        let answers =
            (summary.answersLost > 0 ? ", \(counted(summary.answersLost, "answer")) lost" : "")
            + (summary.answersLowered > 0
                ? ", \(counted(summary.answersLowered, "answer")) lowered to fewer companions" : "")
        let skipped = summary.skipped > 0 ? "; \(counted(summary.skipped, "row")) skipped" : ""
        return (isDryRun ? "nothing written: " : "") + parts.joined(separator: ", ") + answers + skipped
    }

    /// One line for each guest whose name changes.
    package func text(ofRenamed summary: GuestImportSummary) -> [String] {
        summary.renamed.map { "line \($0.line): \($0.old) \(isDryRun ? "would be renamed" : "renamed") to \($0.new)" }
    }

    /// A sentence that lists the reissued codes (tickets) and asks the user to send them again; nil if no code was
    /// reissued.
    package func text(ofReissued codes: ReissuedCodes) -> String? {
        guard !codes.reissued.isEmpty else { return nil }
        let listed = codes.reissued.prefix(Self.maximumListedCodes).map(\.description).joined(separator: ", ")
        let list = listed + (codes.reissued.count > Self.maximumListedCodes ? " …" : "")
        let verb = isDryRun ? "would be reissued" : "reissued"
        return "\(counted(codes.reissued.count, "code")) \(verb); print and send again: \(list)"
    }

    /// A sentence about guests who no longer have a code, because the code that they shared cannot admit so many
    /// people; nil if there is no such guest.
    package func text(ofCodeless codes: ReissuedCodes) -> String? {
        guard codes.guestsWithoutCode > 0 else { return nil }
        return "\(counted(codes.guestsWithoutCode, "guest")) no longer "
            + "\(codes.guestsWithoutCode == 1 ? "fits" : "fit") on a shared code"
    }
}
