import Gate
import Languages
import Management
import Ticketing

/// The remarks about a payment deadline, after a command has changed an event.
enum PaymentDeadlineRemark {
    enum Text: String, SentenceKey {
        static let subject = "paymentDeadlineRemark"

        case deadline = "unpaid reservations of visitors end on {time}"
    }

    /// Prints the payment deadline of an event on standard error if the deadline was set or changed.
    ///
    /// - Parameter former: the deadline before the change; nil if no deadline was set.
    static func say(about event: Event, formerly former: Instant?) {
        guard let deadline = event.details.payBy, deadline != former else { return }
        let time = VerdictSentences(timeZone: event.zone).moment(deadline)
        StandardError.say(Text.deadline, ["time": .text(time)])
    }

    /// Prints the payment deadline of an edited event on standard error if the edit set or changed the deadline. If
    /// unpaid reservations now end earlier than their buyers were told, also prints the number of these reservations.
    static func say(about edit: Management.EventEditResult) {
        say(about: edit.event, formerly: edit.before.payBy)
        let count = edit.shortened.count
        guard count > 0 else { return }
        StandardError.say(ResultSentence.reservationsShortened, ["count": .number(count)])
    }
}
