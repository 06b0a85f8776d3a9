import Gate
import Management
import Presenting
import PrintShop
import Ticketing

extension PrintBatchJSON {
    func row(_ state: PrintBatchState) throws -> [String?] {
        let batch = state.batch
        return [
            "\(batch.number)", VerdictSentences(timeZone: event.zone).moment(batch.made), batch.plan.layout,
            "\(batch.count)",
            "\(batch.sheets)",
            try status(state),
            state.voided.isEmpty ? "–" : state.voided.map { "\($0 + 1)" }.joined(separator: ", "),
        ]
    }

    private func status(_ state: PrintBatchState) throws -> String {
        if state.isFinished {
            let damaged = try state.files.filter { try !BatchPrinter.isIntact($0) }.count
            return damaged == 0 ? "printed" : "printed, \(counted(damaged, "file")) missing or changed here"
        }
        let batch = state.batch
        let open = state.rendered.map {
            ", file \($0.number + 1): \(batch.sheets(ofFile: $0.number).count) sheets drawn, \($0.sheets) read back"
        }
        return "interrupted, \(state.files.count) of \(batch.files) files\(open.joined())"
    }

    /// Prints warnings of a print run on standard error.
    func remark(_ outcome: BatchPrinter.PrintResult, of batch: PrintBatch) {
        for sentence in outcome.sentences(of: batch) { StandardError.say("warning: \(sentence.visible)") }
    }
}

extension PrintedFile.Check {
    var words: String {
        switch self {
        case .everySymbolReadBack: "every symbol was read back"
        case .unchecked: "symbols were not read back"
        }
    }
}
