public import Foundation
public import Languages
public import Ticketing

extension TicketMessage {
    /// A text that tells gate staff what happened to the message with the ticket, such as `sent 14:02 by SMS,
    /// delivered`. The text contains the day if the message was not sent today.
    ///
    /// - Parameters:
    ///   - timeZone: the event's time zone.
    ///   - now: the current time.
    public func text(in language: Language, timeZone: TimeZone, at now: Instant) -> String {
        guard case .sent(let channel, let at, let isDelivered) = self else {
            return language.text(GateSentence.messageCameBack)
        }
        let time = RelativeTimeText(timeZone: timeZone, now: now, language: language).moment(at)
        return language.text(
            isDelivered ? GateSentence.messageDelivered : .messageSent,
            ["time": .text(time), "channel": .sentence(channel.label)])
    }
}
