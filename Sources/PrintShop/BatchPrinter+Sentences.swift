package import Ticketing

extension BatchPrinter.Outcome {
    /// What there is to say of a run, a sentence or two for each kind.
    package func sentences(of batch: PrintBatch) -> [String] {
        var sentences = notes.sentences
        let left = batch.withLiveCode
        if left > 0 {
            sentences.append(
                "\(left) \(left == 1 ? "ticket is" : "tickets are") not printed: gates ask for the live code on a phone."
            )
        }
        if !liveCodes.isEmpty {
            sentences.append(
                "Places stay empty, since gates now ask for the live code on a phone: \(Self.list(liveCodes)).")
        }
        if !ended.isEmpty {
            sentences.append(
                "\(ended.count) \(ended.count == 1 ? "ticket" : "tickets") ended since the batch was planned; the places stay empty: \(Self.list(ended))."
            )
        }
        return sentences
    }

    private static func list(_ codes: [TicketCode]) -> String {
        codes.prefix(10).map(\.description).joined(separator: ", ") + (codes.count > 10 ? ", …" : "")
    }
}
