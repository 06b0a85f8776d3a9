package import Management

/// What an import of guests came to, for people.
extension GuestImportView {
    /// Codes that are named one by one.
    private static let codesTold = 20

    /// All of it in a line.
    package func words(of summary: GuestImportSummary) -> String {
        let parts = [
            "\(counted(summary.added, "guest")) \(isDryRun ? "to add" : "added")", "\(summary.updated) updated",
            "\(summary.unchanged) unchanged", counted(summary.households, "new household"),
            counted(summary.invited, "invitation")
                + (summary.withdrawn > 0 ? " and \(summary.withdrawn) taken back" : ""),
        ]
        let answers =
            (summary.answersLost > 0 ? ", \(counted(summary.answersLost, "answer")) lost" : "")
            + (summary.answersLowered > 0
                ? ", \(counted(summary.answersLowered, "answer")) lowered to fewer companions" : "")
        let skipped = summary.skipped > 0 ? "; \(counted(summary.skipped, "row")) skipped" : ""
        return (isDryRun ? "nothing written: " : "") + parts.joined(separator: ", ") + answers + skipped
    }

    /// Whose names change, as names stand in the list and the store.
    package func words(ofRenamed summary: GuestImportSummary) -> [String] {
        summary.renamed.map { "line \($0.line): \($0.old) is called \($0.new) \(isDryRun ? "then" : "now")" }
    }

    /// Codes that were out already, and are to be sent again; nil without any.
    package func words(ofReissued codes: OutgrownCodes) -> String? {
        guard !codes.reissued.isEmpty else { return nil }
        let told = codes.reissued.prefix(Self.codesTold).map(\.description).joined(separator: ", ")
        let list = told + (codes.reissued.count > Self.codesTold ? " …" : "")
        let verb = isDryRun ? "would be reissued" : "reissued"
        return "\(counted(codes.reissued.count, "code")) \(verb), to be printed and sent again: \(list)"
    }

    /// Nil without any.
    package func words(ofCodeless codes: OutgrownCodes) -> String? {
        guard codes.codeless > 0 else { return nil }
        return "\(counted(codes.codeless, "guest")) \(codes.codeless == 1 ? "fits" : "fit") under no code any more"
    }
}
