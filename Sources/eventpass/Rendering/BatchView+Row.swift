import Gate
import Management
import Presenting
import PrintShop
import Ticketing

extension BatchView {
    func row(_ state: BatchState) -> [String?] {
        let batch = state.batch
        return [
            "\(batch.number)", Sentences(timeZone: event.zone).moment(batch.made), batch.plan.layout, "\(batch.count)",
            "\(batch.sheets)",
            status(state),
            state.voided.isEmpty ? "–" : state.voided.map { "\($0 + 1)" }.joined(separator: ", "),
        ]
    }

    private func status(_ state: BatchState) -> String {
        if state.isFinished { return "printed" }
        let batch = state.batch
        let open = state.drawn.map {
            ", file \($0.number + 1): \(batch.sheets(ofFile: $0.number).count) sheets drawn, \($0.sheets) read back"
        }
        return "interrupted, \(state.files.count) of \(batch.files) files\(open.joined())"
    }

    /// Says on standard error what came up.
    func remark(_ outcome: BatchPrinter.Outcome) {
        let notes = outcome.notes
        if notes.cutCount > 0 {
            StandardError.say(
                "warning: \(counted(notes.cutCount, "text")) had no room and \(notes.cutCount == 1 ? "is" : "are") cut: \(BatchView.list(notes.cut, of: notes.cutCount))"
            )
        }
        if !outcome.ended.isEmpty {
            let codes = outcome.ended.prefix(10).map(\.description)
            StandardError.say(
                "warning: \(counted(outcome.ended.count, "ticket")) ended since the batch was planned; the places stay empty: \(BatchView.list(codes, of: outcome.ended.count))"
            )
        }
    }

    private static func list(_ codes: [String], of count: Int) -> String {
        codes.joined(separator: ", ") + (count > codes.count ? ", …" : "")
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
