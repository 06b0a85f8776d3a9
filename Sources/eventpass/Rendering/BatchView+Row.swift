import Gate
import Management
import Presenting
import PrintShop
import Ticketing

extension BatchView {
    func row(_ state: BatchState) throws -> [String?] {
        let batch = state.batch
        return [
            "\(batch.number)", Sentences(timeZone: event.zone).moment(batch.made), batch.plan.layout, "\(batch.count)",
            "\(batch.sheets)",
            try status(state),
            state.voided.isEmpty ? "–" : state.voided.map { "\($0 + 1)" }.joined(separator: ", "),
        ]
    }

    private func status(_ state: BatchState) throws -> String {
        if state.isFinished {
            let damaged = try state.files.filter { try !BatchPrinter.isIntact($0) }.count
            return damaged == 0 ? "printed" : "printed, \(counted(damaged, "file")) missing or changed here"
        }
        let batch = state.batch
        let open = state.drawn.map {
            ", file \($0.number + 1): \(batch.sheets(ofFile: $0.number).count) sheets drawn, \($0.sheets) read back"
        }
        return "interrupted, \(state.files.count) of \(batch.files) files\(open.joined())"
    }

    /// Says on standard error what came up.
    func remark(_ outcome: BatchPrinter.Outcome, of batch: PrintBatch) {
        for sentence in outcome.sentences(of: batch) { StandardError.say("warning: \(sentence.visible)") }
    }
}

extension PrintedFile.Check {
    var words: String {
        switch self {
        case .everySymbol: "every symbol was read back"
        case .nothing: "nothing was read back"
        }
    }
}
