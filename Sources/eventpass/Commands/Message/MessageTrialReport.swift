import Languages
import MessageTransport
import Presentation

/// Prints the result of a test message.
struct MessageTrialReport {
    let recipient: String
    let result: TransportResult

    /// Prints the answer of the server or provider.
    ///
    /// - Throws: `CommandFailure` with the exit status `refused` if the recipient or the message was refused, or with
    ///   the exit status `trouble` if the message was not accepted for another reason; `TransportFault`.
    func write(_ output: JSONOption) throws {
        func failure(_ status: ExitStatus, _ key: Text, _ answer: String) -> CommandFailure {
            CommandFailure(status, key, ["recipient": .text(recipient), "answer": .sentence(Sentence(stored: answer))])
        }
        switch result {
        case .accepted(let id, let answer):
            let text = Sentence(stored: answer).english
            let json = JSON.object([
                ("recipient", .string(recipient)), ("answer", .string(text)), ("id", .optional(id)),
            ])
            try StandardOutput.line(
                output.json ? json.text : "the message to \(recipient.visible) was accepted: \(text.visible)")
        case .refused(let answer): throw failure(.refused, .refused, answer)
        case .deferred(let answer): throw failure(.trouble, .deferred, answer)
        case .unknown(let answer): throw failure(.trouble, .unknown, answer)
        case .unavailable(let fault): throw fault
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "messageTrialReport"

        case refused = "the message to {recipient} was refused: {answer}"
        case deferred = "the message to {recipient} was not accepted for now: {answer}"
        case unknown = "it is not known whether the message to {recipient} was accepted: {answer}"
    }
}
