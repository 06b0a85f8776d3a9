import MessageTransport
import Presentation

/// The settings for e-mail, without the password.
struct MailReport: ChannelReport {
    let settings: MessageSettings
    let waiting: Int

    private var server: SMTPServer? { if case .smtp(let server) = settings.mail?.way { server } else { nil } }
    private var folder: String? { if case .folder(let path) = settings.mail?.way { path } else { nil } }

    var lines: [String] {
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

    var json: JSON {
        let mail = settings.mail
        return .object([
            ("server", serverJSON), ("folder", .optional(folder)), ("from", .optional(mail?.from.rawValue)),
            ("bounces", .optional(mail?.bounces?.rawValue)), ("bounce_folder", .optional(mail?.bounceFolder)),
            ("per_minute", .optional(mail?.perMinute)), ("url", .optional(settings.publicURL)),
            ("waiting", .int(waiting)),
        ])
    }
}
