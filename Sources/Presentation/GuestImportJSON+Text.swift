package import Languages
package import Management

/// The result of a guest import in sentences.
extension GuestImportJSON {
    private static let maximumListedCodes = 20

    /// A one-line summary.
    package func text(of summary: GuestImportSummary) -> Sentence {
        var parts: [Sentence] = [
            sentence(isDryRun ? .guestsToAdd : .guestsAdded, summary.added),
            sentence(.guestsUpdated, summary.updated), sentence(.guestsUnchanged, summary.unchanged),
            sentence(.newHouseholds, summary.households),
            summary.withdrawn > 0
                ? Sentence(
                    ResultSentence.invitationsAndWithdrawn,
                    ["count": .number(summary.invited), "withdrawn": .number(summary.withdrawn)])
                : sentence(.invitations, summary.invited),
        ]
        if summary.answersLost > 0 { parts.append(sentence(.answersLost, summary.answersLost)) }
        if summary.answersLowered > 0 { parts.append(sentence(.answersLowered, summary.answersLowered)) }
        if summary.answersKept > 0 { parts.append(sentence(.answersKept, summary.answersKept)) }
        let skipped = summary.skipped > 0 ? [sentence(.rowsSkipped, summary.skipped)] : []
        let result = Sentence.list([.list(parts, separator: ", ")] + skipped, separator: "; ")
        return isDryRun ? Sentence(ResultSentence.nothingWritten, ["result": .sentence(result)]) : result
    }

    /// One line for each guest whose name changes.
    package func text(ofRenamed summary: GuestImportSummary) -> [Sentence] {
        summary.renamed.map {
            Sentence(
                isDryRun ? ResultSentence.toBeRenamed : ResultSentence.renamed,
                ["line": "\($0.line)", "old": .text($0.old), "new": .text($0.new)])
        }
    }

    /// A sentence that lists the reissued codes, and asks the user to print and send their tickets again; nil if no
    /// code was reissued.
    package func text(ofReissued codes: ReissuedCodes) -> Sentence? {
        guard !codes.reissued.isEmpty else { return nil }
        let listed = codes.reissued.prefix(Self.maximumListedCodes).map(\.description).joined(separator: ", ")
        let list = listed + (codes.reissued.count > Self.maximumListedCodes ? " …" : "")
        return Sentence(
            isDryRun ? ResultSentence.codesToReissue : ResultSentence.codesReissued,
            ["count": .number(codes.reissued.count), "codes": .text(list)])
    }

    /// A sentence about guests who lose their code. They shared the code with other guests, but together they are now
    /// more than 16 people, the most that a code can admit. Nil if all guests keep their codes.
    package func text(ofCodeless codes: ReissuedCodes) -> Sentence? {
        codes.guestsWithoutCode > 0 ? sentence(.codeless, codes.guestsWithoutCode) : nil
    }

    private func sentence(_ key: ResultSentence, _ count: Int) -> Sentence {
        Sentence(key, ["count": .number(count)])
    }
}
