import Foundation
import Gate
import Languages
import Presentation
import Ticketing

/// The remark of a command that sets an answer deadline.
enum AnswerDeadlineRemark {
    enum Text: String, SentenceKey {
        static let subject = "answerDeadlineRemark"

        case event = "guests can answer until {time}"
        case subEvent = "guests can answer to “{name}” until {time}"
        case eventPassed =
            "the deadline for answers has passed, so guests can no longer answer; a sub-event with a later deadline stays open"
        case subEventPassed = "the deadline for answers to “{name}” has passed, so guests can no longer answer"
    }

    /// Prints the remark on standard error if the deadline of an event was set or changed.
    ///
    /// - Parameter former: the deadline before the change; nil if no deadline was set.
    static func say(about event: Event, formerly former: Instant?) {
        guard let deadline = event.details.answerBy, deadline != former else { return }
        let sentence =
            Instant.now() >= deadline
            ? Sentence(Text.eventPassed) : Sentence(Text.event, ["time": time(deadline, in: event.zone)])
        StandardError.say(sentence)
    }

    /// - Parameters:
    ///   - zone: the event's time zone.
    ///   - former: the deadline before the change; nil if no deadline was set.
    static func say(about subEvent: SubEvent, in zone: TimeZone, formerly former: Instant?) {
        guard let deadline = subEvent.details.answerBy, deadline != former else { return }
        let name = SentenceArgument.text(subEvent.name.visible)
        let sentence =
            Instant.now() >= deadline
            ? Sentence(Text.subEventPassed, ["name": name])
            : Sentence(Text.subEvent, ["name": name, "time": time(deadline, in: zone)])
        StandardError.say(sentence)
    }

    private static func time(_ deadline: Instant, in zone: TimeZone) -> SentenceArgument {
        .text(VerdictSentences(timeZone: zone).moment(deadline))
    }
}
