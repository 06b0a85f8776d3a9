import EventFixture
import FileAccess
import Foundation
import Languages
import MessageTransport
import Messaging
import Testing
import Ticketing

@Suite("The file with the settings for messages")
struct MessageSettingsFileTests {
    private let folder: TemporaryFolder
    private let file: MessageSettingsFile

    init() throws {
        folder = try TemporaryFolder()
        file = MessageSettingsFile(folder: folder.path)
    }

    private func allSettings() throws -> MessageSettings {
        var server = SMTPServer(host: "mail.example.org", port: 587, security: .startTLS)
        (server.user, server.password, server.certificates) = ("tickets", "se/cr@t \"ü\"", "/etc/authority.pem")
        var mail = MailSettings(way: .smtp(server), from: try #require(EmailAddress(rawValue: "tickets@example.org")))
        mail.bounces = EmailAddress(rawValue: "bounces@example.org")
        (mail.bounceFolder, mail.perMinute) = ("/var/mail/bounces", 100)
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        (account.sender, account.endpoint) = ("NILE", "http://127.0.0.1:8080")
        (account.pricePerPart, account.currency) = (35, "UGX")
        account.reportSecret = "0123456789abcdef0123456789abcdef"
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        (settings.mail, settings.sms, settings.preparesWhatsApp) = (mail, .africasTalking(account), true)
        (settings.smsPerMinute, settings.policy) = (30, ["spacing": 20, "quiet-from": 0])
        settings.push = PushSettings(
            contact: "mailto:tickets@example.org", privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        settings.push?.trialService = "http://127.0.0.1:8090"
        return settings
    }

    private func write(_ json: String, mode: Int = 0o600) throws {
        try folder.write(json, to: "messages.json")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    private func errorReading(_ json: String) throws -> MessageSettingsError {
        try write(json)
        return try #require(throws: MessageSettingsError.self) { try file.read() }
    }

    @Test("Settings are read as they were written, from a file that only its owner can read")
    func roundTrip() throws {
        var settings = try allSettings()
        try file.write(settings)
        #expect(try file.read() == settings)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder("messages.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        settings.sms = .gammu(GammuModem(configuration: "/etc/gammurc"))
        settings.mail?.way = .folder("/var/mails")
        try file.write(settings)
        #expect(try file.read() == settings)
        try file.write(MessageSettings())
        #expect(try file.read() == MessageSettings())
    }

    @Test("The file is JSON that a person can edit, with an object for the chosen way of sending mails")
    func form() throws {
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder("/var/mails"), from: try #require(EmailAddress(rawValue: "t@example.org")))
        settings.sms = .gammu(GammuModem(configuration: "/etc/gammurc"))
        try file.write(settings)
        let text = """
            {
              "mail" : {
                "from" : "t@example.org",
                "way" : {
                  "folder" : "/var/mails"
                }
              },
              "sms" : {
                "gammu" : {
                  "configuration" : "/etc/gammurc"
                }
              }
            }

            """
        #expect(try String(decoding: folder.read("messages.json"), as: UTF8.self) == text)
    }

    @Test("Without the file, nothing is set up")
    func missing() throws { #expect(try file.read() == MessageSettings()) }

    @Test(
        "A file that others can read is refused, with its mode and the command that corrects it",
        arguments: [
            0o640, 0o604, 0o644, 0o620, 0o601,
        ])
    func mode(mode: Int) throws {
        try write("{}", mode: mode)
        let error = try #require(throws: MessageSettingsError.self) { try file.read() }
        #expect(error == .readableByOthers(path: file.path, mode: UInt32(mode)))
        #expect(error.description.contains(file.path) && error.description.contains(String(mode, radix: 8)))
        #expect(error.hint?.english.contains("chmod 600 \(file.path)") == true)
    }

    @Test("Cached settings are read again after each change of the file’s contents or mode")
    func cached() throws {
        let settings = file.cached()
        #expect(try settings() == MessageSettings())
        var changed = MessageSettings()
        for minutes in [45, 50, 55] {
            changed.policy = ["spacing": minutes]
            try file.write(changed)
            for _ in 0..<2 { #expect(try settings() == changed) }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(throws: MessageSettingsError.readableByOthers(path: file.path, mode: 0o644)) { try settings() }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(try settings() == changed)
        try write("{")
        #expect(throws: MessageSettingsError.malformed(path: file.path, line: 1)) { try settings() }
        try FileManager.default.removeItem(atPath: file.path)
        #expect(try settings() == MessageSettings())
    }

    @Test("Invalid JSON is refused with the line")
    func malformed() throws {
        #expect(try errorReading("{\n\"publicURL\": \"https://x.example\",\n}") == .malformed(path: file.path, line: 3))
        #expect(try errorReading("") == .malformed(path: file.path, line: 1))
        #expect(try errorReading("{\"mail\": {}, \"mail\": {}}") == .malformed(path: file.path, line: 1))
    }

    @Test(
        "A missing, misspelt or mistyped member is refused with its name, and without its value",
        arguments: [
            ("[]", "messages.json"), ("{\"publicUrl\": \"https://secret.example\"}", "publicUrl"),
            ("{\"mail\": {\"from\": \"t@example.org\"}}", "mail.way"),
            ("{\"mail\": {\"way\": {\"folder\": \"/m\"}, \"from\": \"secret\"}}", "mail.from"),
            ("{\"mail\": {\"way\": {\"folder\": \"/m\", \"smtp\": {}}, \"from\": \"t@example.org\"}}", "mail.way"),
            ("{\"mail\": {\"way\": {}, \"from\": \"t@example.org\"}}", "mail.way"),
            (
                "{\"mail\": {\"way\": {\"smtp\": {\"host\": \"m.example\", \"port\": \"secret\", \"security\": \"tls\"}}, \"from\": \"t@example.org\"}}",
                "mail.way.smtp.port"
            ),
            (
                "{\"mail\": {\"way\": {\"smtp\": {\"host\": \"m.example\", \"port\": 25, \"security\": \"secret\"}}, \"from\": \"t@example.org\"}}",
                "mail.way.smtp.security"
            ),
            ("{\"sms\": {\"gammu\": {\"configuration\": \"/g\", \"device\": \"secret\"}}}", "sms.gammu.device"),
            ("{\"sms\": {\"twilio\": {\"key\": \"secret\"}}}", "sms"),
            ("{\"policy\": {\"spacing\": 1.5}}", "policy.spacing"),
            ("{\"policy\": {\"spacing\": 1e30}}", "policy.spacing"),
            ("{\"policy\": {\"spacing\": \"secret\"}}", "policy.spacing"),
            ("{\"policy\": {\"spacing\": null}}", "policy.spacing"), ("{\"policy\": [20]}", "policy"),
            ("{\"policy\": {\"quiet\": 3}}", "policy.quiet"),
        ])
    func members(json: String, field: String) throws {
        let error = try errorReading(json)
        guard case .invalid(file.path, let faults) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(faults.map(\.field) == [field])
        let text = error.description
        #expect(text.contains(file.path) && text.contains(field) && !text.contains("secret"))
    }

    /// Changes valid settings. Checks that the change is reported as the fault of one field, both when the settings are
    /// written and when they are read.
    private func expect(_ field: String, _ change: (inout MessageSettings) throws -> Void) throws {
        var settings = try allSettings()
        try change(&settings)
        #expect(settings.faults.map(\.field) == [field])
        let error = try #require(throws: MessageSettingsError.self) { try file.write(settings) }
        #expect(error.description.contains(field) && !error.description.contains("5ecret"))
        #expect(try folder.names(in: ".") == [])
        try write(String(decoding: try JSONEncoder().encode(settings), as: UTF8.self))
        #expect(throws: error) { try file.read() }
        try FileManager.default.removeItem(atPath: file.path)
    }

    @Test(
        "The public address must be a web address without a path, over https if other machines can open it",
        arguments: [
            "", "tickets.example.org", "ftp://tickets.example.org", "https://tickets.example.org/path",
            "https://tickets.example.org/", "https://", "https://a b.example", "https://user@tickets.example.org",
            "https://tickets.example.org:0", "https://tickets.example.org:70000", "http://tickets.example.org",
            "http://192.0.2.7", "https://tickets.example.org?x", "javascript:alert(1)", "https://-x.example",
        ])
    func publicURL(url: String) throws { try expect("publicURL") { $0.publicURL = url } }

    @Test(
        "Valid public addresses are accepted",
        arguments: [
            "https://tickets.example.org", "https://tickets.example.org:8443", "https://192.0.2.7",
            "https://[2001:db8::7]:8443", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080",
        ])
    func validURL(url: String) throws {
        var settings = MessageSettings()
        settings.publicURL = url
        #expect(settings.faults == [])
    }

    @Test("Invalid settings of a mail server are refused, and the error names the setting")
    func mailServer() throws {
        func change(_ field: String, _ change: (inout SMTPServer) -> Void) throws {
            try expect("mail.way.smtp.\(field)") { settings in
                guard case .smtp(var server)? = settings.mail?.way else { throw Surprise("no server") }
                change(&server)
                settings.mail?.way = .smtp(server)
            }
        }
        for port in [0, -1, 65536] { try change("port") { $0.port = port } }
        for host in ["", "a b", "mail.example.org:25", "-a.example", "a..b", "mail.example.org\r\n", "é.example"] {
            try change("host") { $0.host = host }
        }
        try change("security") { $0.security = .none }
        try change("password") { $0.password = nil }
        try change("password") { $0.password = "a\nb" }
        try change("user") { $0.user = "a\0b" }
        try change("certificates") { $0.certificates = "authority.pem" }
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "::1"] {
            let server = SMTPServer(host: host, port: 25, security: .none)
            var settings = MessageSettings()
            settings.mail = MailSettings(
                way: .smtp(server), from: try #require(EmailAddress(rawValue: "t@example.org")))
            #expect(settings.faults == [], "\(host)")
        }
    }

    @Test("A policy value outside its range is refused with its name and range; valid values are used")
    func policy() throws {
        for setting in NoticePolicySetting.all {
            var values = [setting.range.lowerBound - 1, Int.min]
            // In the file, a limit of messages may be too great (`greatLimits`).
            if setting.unit != .messages { values += [setting.range.upperBound + 1, Int.max] }
            for value in values {
                try expect("policy.\(setting.name)") { $0.policy = [setting.name: value] }
            }
        }
        try write("{\"policy\": {\"spacing\": -5}}")
        let error = try #require(throws: MessageSettingsError.self) { try file.read() }
        #expect(error.description.contains("policy.spacing: -5 is not a number from 0 to 1440"))
        #expect(error.hint?.english.contains("eventpass notice policy show") == true)
        #expect(try errorReading("{\"policy\": {\"spacing\": NaN}}") == .malformed(path: file.path, line: 1))
        try write("{\"policy\": {\"spacing\": 45}}")
        #expect(try file.read().noticePolicy == NoticePolicy.standard.with { $0.spacing.seconds = 45 * 60 })
        #expect(MessageSettings().noticePolicy == .standard)
    }

    @Test("A limit of messages above 500 in the file counts as 500, messages go out, and no such limit can be stored")
    func greatLimits() throws {
        let greatest = NoticePolicy.Cap.greatest
        for setting in NoticePolicySetting.all where setting.unit == .messages {
            for value in [greatest + 1, 1000, Int.max] {
                try write("{\"policy\": {\"\(setting.name)\": \(value)}}")
                let settings = try file.read()
                #expect(settings.policy == [setting.name: greatest] && settings.faults.isEmpty)
                #expect(setting.value(in: settings.noticePolicy) == greatest)
            }
            var settings = MessageSettings()
            settings.policy = [setting.name: greatest + 1]
            let error = try #require(throws: MessageSettingsError.self) { try file.write(settings) }
            #expect(error.description.contains("policy.\(setting.name): 501 is not a number from 1 to 500"))
        }
        try write(
            """
            {"publicURL": "https://tickets.example.org",
            "mail": {"from": "t@example.org", "way": {"folder": "\(folder.path)"}}, "policy": {"total-per-day": 1000}}
            """)
        let festival = try Festival()
        _ = try festival.services.tickets.issue(
            .person(holder: "Grace", email: "grace@example.org", note: nil), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
        let (ring, stored) = (festival.ring, file)
        let sender = NoticeSender(
            festival.store, signingWith: { ring }, settings: { try stored.read() }, clock: festival.clock.now)
        festival.clock.advance(bySeconds: 600)
        let summary = try sender.pass(limit: .max)
        #expect(summary.sent > 0 && summary.faults.isEmpty, "\(summary)")
    }

    @Test("Times of reminders that are stored in the wrong order are adjusted without an error")
    func storedReminderOrder() throws {
        let examples: [(json: String, hours: Int, minutes: Int)] = [
            (#"{"reminder-hour": 23}"#, 1, 15), (#"{"reminder-hour": 18, "reminder-late": 23}"#, 6, 15),
            (#"{"reminder-late": 1, "reminder-last": 120}"#, 1, 59), (#"{"reminder-late": 6}"#, 6, 15),
        ]
        for (json, hours, minutes) in examples {
            try write("{\"policy\": \(json)}")
            let settings = try file.read()
            let policy = settings.noticePolicy
            #expect(policy.lateReminderHours == hours && policy.lastReminderMinutes == minutes, "\(json)")
            #expect(policy.hasOrderedReminders && settings.faults.isEmpty, "\(json)")
        }
    }

    @Test("Times of reminders in the wrong order are not stored, and the error has one fault")
    func reminderOrder() throws {
        for policy in [
            ["reminder-late": 15], ["reminder-hour": 23], ["reminder-late": 1, "reminder-last": 60],
            ["reminder-hour": 23, "reminder-late": 2, "reminder-last": 120],
        ] {
            var settings = MessageSettings()
            settings.policy = policy
            #expect(settings.policyFaults.map(\.field) == ["policy.reminder-late"])
            let error = try #require(throws: MessageSettingsError.self) { try file.write(settings) }
            #expect(error == .invalid(path: file.path, settings.policyFaults))
        }
        // A value that is out of range causes only the fault of its own field.
        try expect("policy.reminder-last") { $0.policy = ["reminder-hour": 23, "reminder-last": 121] }
        var changed = MessageSettings()
        changed.policy = ["reminder-early": 14, "reminder-hour": 18, "reminder-late": 6, "reminder-last": 45]
        try file.write(changed)
        let policy = try file.read().noticePolicy
        #expect(policy.earlyReminderDays == 14 && policy.reminderHour == 18)
        #expect(policy.lateReminderHours == 6 && policy.lastReminderMinutes == 45)
    }

    @Test("Other invalid settings are refused, and the error names the setting")
    func otherValues() throws {
        try expect("mail.way.folder") { $0.mail?.way = .folder("mails") }
        try expect("mail.bounceFolder") { $0.mail?.bounceFolder = "mails" }
        try expect("mail.bounceFolder") { $0.mail?.bounces = nil }
        try expect("mail.perMinute") { $0.mail?.perMinute = 0 }
        for rate in [0, -1, Int.min] { try expect("smsPerMinute") { $0.smsPerMinute = rate } }
        try expect("sms.gammu.configuration") { $0.sms = .gammu(GammuModem(configuration: "")) }
        func account(_ field: String, _ change: (inout AfricasTalkingAccount) -> Void) throws {
            try expect("sms.africasTalking.\(field)") { settings in
                guard case .africasTalking(var account)? = settings.sms else { throw Surprise("no account") }
                change(&account)
                settings.sms = .africasTalking(account)
            }
        }
        try account("username") { $0.username = "" }
        try account("apiKey") { $0.apiKey = "atsk_5ecret\n" }
        try account("sender") { $0.sender = "a\tb" }
        try account("endpoint") { $0.endpoint = "http://api.example.org" }
        try account("currency") { $0.currency = nil }
        for secret in ["", "0123456789abcdef0123456789abcde", "0123456789abcdef/123456789abcdef0", "é"] {
            try account("reportSecret") { $0.reportSecret = secret }
        }
    }
}
