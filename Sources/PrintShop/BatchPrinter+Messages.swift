package import Ticketing

extension BatchPrinter.PrintResult {
    /// Sentences about the problems of a print run.
    package func sentences(of batch: PrintBatch) -> [String] {
        var sentences = notes.sentences
        let left = batch.omittedLiveCodeTickets
        if left > 0 {
            sentences.append(
                "\(left) \(left == 1 ? "ticket is" : "tickets are") not printed, because gates require a live code on a phone."
            )
        }
        if !liveCodes.isEmpty {
            sentences.append(
                "The cells of these tickets are left empty, because gates now require a live code on a phone: \(Self.list(liveCodes))."
            )
        }
        if !ended.isEmpty {
            sentences.append(
                "\(ended.count) \(ended.count == 1 ? "ticket is no longer valid, so its cell is" : "tickets are no longer valid, so their cells are") left empty: \(Self.list(ended))."
            )
        }
        return sentences
    }

    private static func list(_ codes: [TicketCode]) -> String {
        codes.prefix(10).map(\.description).joined(separator: ", ") + (codes.count > 10 ? ", …" : "")
    }
}
