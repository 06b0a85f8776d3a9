import Foundation
import MessageTransport
import Presentation

/// The settings for e-mail, as lines and as JSON. It never contains the password.
struct MailReport {
    private let settings: MessageSettings
    /// The number of unsent messages of all organizers.
    private let waiting: Int

    init(_ settings: MessageSettings, waiting: Int) {
        self.settings = settings
        self.waiting = waiting
    }

    func write(_ output: JSONOption) throws {
        for line in output.json ? [json.text] : lines { try StandardOutput.line(line) }
    }

    private var server: SMTPServer? { if case .smtp(let server) = settings.mail?.way { server } else { nil } }
    private var folder: String? { if case .folder(let path) = settings.mail?.way { path } else { nil } }

    private var lines: [String] {
        let mail = settings.mail
        let fields: [(String, String?)] = [
            ("server", server.map { "\($0.host):\($0.port), \($0.security.rawValue)" }), ("folder", folder),
            ("user", server?.user.map { "\($0), with a stored password" }), ("trust", server?.certificates),
            ("from", mail?.from.rawValue), ("bounces", mail?.bounces?.rawValue), ("maildir", mail?.bounceFolder),
            ("limit", mail?.perMinute.map { "\($0) a minute" }), ("links", settings.publicURL),
        ]
        let known = fields.compactMap { name, value in value.map { ReportLine.text(name, $0) } }
        return (mail == nil ? ["No mail server is set up."] : known) + [ReportLine.waiting(waiting)]
    }

    private var serverJSON: JSON {
        guard let server else { return .null }
        return .object([
            ("host", .string(server.host)), ("port", .int(server.port)),
            ("security", .string(server.security.rawValue)), ("user", .optional(server.user)),
            ("certificates", .optional(server.certificates)),
        ])
    }

    private var json: JSON {
        let mail = settings.mail
        return .object([
            ("server", serverJSON), ("folder", .optional(folder)), ("from", .optional(mail?.from.rawValue)),
            ("bounces", .optional(mail?.bounces?.rawValue)), ("bounce_folder", .optional(mail?.bounceFolder)),
            ("per_minute", .optional(mail?.perMinute)), ("url", .optional(settings.publicURL)),
            ("waiting", .int(waiting)),
        ])
    }
}

/// Lines of reports about the settings for messages.
enum ReportLine {
    static func text(_ name: String, _ value: String) -> String {
        name.padding(toLength: 9, withPad: " ", startingAt: 0) + value.visible
    }

    static func waiting(_ count: Int) -> String { text("waiting", counted(count, "message")) }

    /// Prints on standard error how to try the settings, and what sends the waiting messages.
    ///
    /// - Parameter test: the command that sends a test message.
    static func sayNextStep(_ test: String, _ settings: MessageSettings) {
        if settings.publicURL == nil { StandardError.say("hint: without --url, messages contain no links") }
        StandardError.say("next: \(test); the waiting messages are sent by: eventpass serve, or: eventpass notice send")
    }
}
