package import MessageTransport
package import Presentation

extension PendingEmailNotice.Sender {
    /// Finds out whether messages can be sent. If the settings cannot be read, the result is `unreadable`, and the
    /// error is not reported here: the commands and pages that send messages report it.
    ///
    /// - Parameter settings: reads the settings for messages; nil if the program runs without such settings.
    package init(_ settings: (() throws -> MessageSettings)?) {
        do {
            self = try settings?().canSend ?? false ? .configured : .missing
        } catch {
            self = .unreadable
        }
    }
}
