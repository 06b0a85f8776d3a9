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

    /// If an event has a payment deadline that differs from the former one, prints the deadline on standard error.
    ///
    /// - Parameter former: the deadline before the change; nil if no deadline was set.
    static func say(about event: Event, formerly former: Instant?) {
        guard let deadline = event.details.payBy, deadline != former else { return }
        let time = VerdictSentences(timeZone: event.zone).moment(deadline)
        StandardError.say(Text.deadline, ["time": .text(time)])
    }

    /// Prints the payment deadline of an edited event in the same way. Then prints the number of unpaid reservations
    /// that now end earlier, if there are any.
    static func say(about edit: Management.EventEditResult) {
        say(about: edit.event, formerly: edit.before.payBy)
        let count = edit.shortened.count
        guard count > 0 else { return }
        StandardError.say(ResultSentence.reservationsShortened, ["count": .number(count)])
    }
}
