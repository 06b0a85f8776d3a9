import Languages
import Management
import Ticketing
import WebHost

/// The latest messages on the page of preferences. Each message has its time, its kind and its state. The page also
/// gives the general reason why the recipient gets such messages and, if a message waits or was not sent, the reason
/// for that.
struct LatestMessages {
    let found: LinkedRecipient

    /// The template values; empty without messages.
    var context: [String: TemplateContext.Value] {
        guard !found.latest.isEmpty else { return [:] }
        return ["latest": .section(TemplateContext(["messages": .list(found.latest.map { context(of: $0) })]))]
    }

    private func context(of message: LatestMessage) -> TemplateContext {
        var values: [String: TemplateContext.Value] = [
            "message_line": .sentence(
                PreferenceSentence.latestAt,
                [
                    "moment": found.recipient.localTime(message.time),
                    "kind": .sentence(message.kind.preferenceSentence),
                    "state": .sentence(message.state.preferenceSentence),
                ]),
            "message_because": .sentence(message.kind.because.general),
        ]
        if let reason = message.reason { values["message_reason"] = .sentence(Sentence(reason).asSentence) }
        return TemplateContext(values)
    }
}

extension MessagePartSentence {
    /// The reason why a recipient gets a message, in general words. These words name neither the event nor the
    /// organizer.
    fileprivate var general: PreferenceSentence {
        switch self {
        case .becauseHolder: .becauseHolder
        case .becauseFormerHolder: .becauseFormerHolder
        case .becauseBuyer: .becauseBuyer
        case .becauseGuest: .becauseGuest
        case .becauseEntered: .becauseEntered
        case .becauseTeam: .becauseTeam
        case .becauseAgreed: .becauseAgreed
        case .becauseTurnedOn: .becauseTurnedOn
        default: .becauseManager
        }
    }
}
