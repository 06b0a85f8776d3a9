import Languages
import Presentation
import Ticketing

/// The remark that guests can no longer answer, after a command has set a deadline for answers that has passed.
enum AnswerDeadlineRemark {
    enum Text: String, SentenceKey {
        static let subject = "answerDeadlineRemark"

        case eventPassed =
            "the deadline for answers has passed, so guests can no longer answer; a sub-event with a later deadline stays open"
        case subEventPassed = "the deadline for answers to “{name}” has passed, so guests can no longer answer"
    }

    /// Prints the remark on standard error if the deadline of an event has changed and has passed.
    ///
    /// - Parameter former: the deadline before the change; nil if no deadline was set.
    static func say(about event: Event, formerly former: Instant?) {
        guard hasPassed(event.details.answerBy, formerly: former) else { return }
        StandardError.say(Sentence(Text.eventPassed).english)
    }

    /// Prints the remark on standard error if the deadline of a sub-event has changed and has passed.
    ///
    /// - Parameter former: the deadline before the change; nil if no deadline was set.
    static func say(about subEvent: SubEvent, formerly former: Instant?) {
        guard hasPassed(subEvent.details.answerBy, formerly: former) else { return }
        StandardError.say(Sentence(Text.subEventPassed, ["name": .text(subEvent.name.visible)]).english)
    }

    private static func hasPassed(_ deadline: Instant?, formerly former: Instant?) -> Bool {
        guard let deadline, deadline != former else { return false }
        return Instant.now() >= deadline
    }
}
