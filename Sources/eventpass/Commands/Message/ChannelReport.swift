import Foundation
import Languages
import MessageTransport
import Presentation
import Store

/// The settings for one channel and the number of waiting messages, as lines and as JSON. A report never contains a
/// password or an API key.
protocol ChannelReport {
    /// - Parameters:
    ///   - settings: the settings for all channels.
    ///   - waiting: the number of unsent messages of all organizers.
    init(settings: MessageSettings, waiting: Int)

    var lines: [String] { get }
    var json: JSON { get }
}

extension ChannelReport {
    /// Prints the report of the settings with the number of waiting messages in the store. Also prints a warning if
    /// recipients cannot open the links in messages.
    static func write(_ settings: MessageSettings, _ store: Store, _ output: JSONOption) throws {
        let report = Self(settings: settings, waiting: try store.read { try $0.notices.waiting() })
        for line in output.json ? [report.json.text] : report.lines { try StandardOutput.line(line) }
        guard let problem = settings.linkProblem else { return }
        StandardError.warn(problem.sentence)
        StandardError.hint(problem.hint)
    }
}

/// Lines of reports about the settings for messages.
enum ReportLine {
    static func text(_ name: String, _ value: String) -> String {
        name.padding(toLength: 9, withPad: " ", startingAt: 0) + value.visible
    }

    static func waiting(_ count: Int) -> String { text("waiting", counted(count, "message")) }

    /// Prints on standard error how to test the settings, and which commands send the waiting messages.
    ///
    /// - Parameter test: the command that sends a test message.
    static func sayNextStep(_ test: String, _ settings: MessageSettings) {
        if settings.publicURL == nil { StandardError.hint(MessageArgumentText.noURLHint) }
        StandardError.next(MessageArgumentText.testAndSend, ["test": .text(test)])
    }
}
