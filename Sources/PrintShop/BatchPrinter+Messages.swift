package import Languages
package import Ticketing

extension BatchPrinter.PrintResult {
    enum Text: String, SentenceKey {
        static let subject = "printResult"

        case omittedLiveCodes =
            "{count} ticket is not printed, because gates require a live code on a phone.|{count} tickets are not printed, because gates require a live code on a phone."
        case liveCodes =
            "The cells of these tickets are left empty, because gates now require a live code on a phone: {tickets}."
        case ended =
            "{count} ticket is no longer valid, so its cell is left empty: {tickets}.|{count} tickets are no longer valid, so their cells are left empty: {tickets}."
    }

    /// Sentences about the problems of a print run.
    package func sentences(of batch: PrintBatch) -> [Sentence] {
        var sentences = notes.sentences
        let left = batch.omittedLiveCodeTickets
        if left > 0 { sentences.append(Sentence(Text.omittedLiveCodes, ["count": .number(left)])) }
        if !liveCodes.isEmpty {
            sentences.append(Sentence(Text.liveCodes, ["tickets": .text(Self.list(liveCodes))]))
        }
        if !ended.isEmpty {
            sentences.append(
                Sentence(Text.ended, ["count": .number(ended.count), "tickets": .text(Self.list(ended))]))
        }
        return sentences
    }

    private static func list(_ codes: [TicketCode]) -> String {
        codes.prefix(10).map(\.description).joined(separator: ", ") + (codes.count > 10 ? ", …" : "")
    }
}
