import EventFixture
import Foundation
import Management
import MessageTransport
import Messaging
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Message templates and reminders at the desk", .serving)
struct DeskTemplateTests {
    private let festival: Festival
    private let organizer: Organizer
    private let owner: DeskVisitor
    private let list: String
    private let edit: String
    private let reminders: String

    init() throws {
        festival = try Festival()
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        owner = try .owner(of: festival)
        list = "\(organizer.deskPath)/templates"
        edit = "\(list)/edit"
        reminders = "\(festival.event.deskPath)/reminders"
    }

    private static func form(
        _ subject: String, _ body: String, _ step: String, kind: String = "ticket-issued"
    ) -> [(String, String)] {
        [
            ("kind", kind), ("channel", "email"), ("language", "en"), ("subject", subject), ("body", body),
            ("step", step),
        ]
    }

    private func stored() throws -> [MessageTemplate] { try festival.services.notices.templates(of: organizer) }

    @Test("A preview shows sample values and stores nothing; a saved template is listed until it is reset")
    func lifeCycle() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(edit)?kind=ticket-issued").body
            #expect(page.contains("Recipients get the standard text.") && page.contains("<code>{ticket}</code>"))
            #expect(page.contains("Your ticket: {event_title}") && !page.contains("/reset"))
            let preview = try await owner.post(
                served, edit, Self.form("Yes: {event_title}", "Your code is {ticket}.", "preview"))
            #expect(preview.status == 200 && preview.body.contains("Your code is 4F7K-29QX."))
            #expect(preview.body.contains("Yes: New Year by the Lake"))
            #expect(try stored().isEmpty)
            let saved = try await owner.post(
                served, edit, Self.form("Yes: {event_title}", "Your code is {ticket}.", "save"))
            #expect(saved.status == 303 && saved.headers["location"] == "\(list)?done=saved")
            #expect(try stored().map(\.body) == ["Your code is {ticket}."])
            #expect(try await owner.get(served, list).body.contains("<td>own: en</td><td>standard</td>"))
            let own = try await owner.get(served, "\(edit)?kind=ticket-issued").body
            #expect(own.contains("Recipients get your own text.") && own.contains("Your code is {ticket}."))
            let fields = try PageForm.filled(own, to: "\(list)/reset")
            for _ in 0..<2 { #expect(try await owner.post(served, "\(list)/reset", fields).status == 303) }
            #expect(try stored().isEmpty)
            for query in ["kind=password-reset", "kind=ticket-issued&channel=whatsapp", "kind=x&language=en"] {
                #expect(try await owner.get(served, "\(edit)?\(query)").status == 404, "\(query)")
            }
        }
    }

    @Test(
        """
        A faulty template is not stored; the form shows the error and its line number, and keeps the typed text
        """)
    func faults() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (subject, body, field, text) in [
                ("Hi", "Dear guests,\r\n\r\n{event_titel}", "body", "line 3: unknown argument {event_titel}"),
                ("Hi", "a\n{start", "body", "line 2: unclosed {"),
                ("Hi {code}", "a", "subject", "line 1: unknown argument {code}"),
                ("Hi\r\nBcc: eve@example.org", "a", "subject", "line 2: a subject has only one line"),
                ("Hi", "", "body", "line 1: the text is empty"),
            ] {
                for step in ["preview", "save"] {
                    let reply = try await owner.post(served, edit, Self.form(subject, body, step))
                    #expect(reply.status == 422 && reply.body.contains(text), "\(text)")
                    #expect(reply.body.contains("id=\"\(field)-fault\""), "\(text)")
                    #expect(reply.body.contains("The template was not saved."))
                }
            }
            let long = try await owner.post(
                served, edit, Self.form("Hi", String(repeating: "a", count: 4001), "save"))
            #expect(long.status == 422 && long.body.contains("4,001 characters are too many; 4,000 are allowed"))
            let fixed = try await owner.post(
                served, edit, Self.form("Hi", "Use {link}", "save", kind: "password-reset"))
            #expect(fixed.status == 404)
            #expect(try stored().isEmpty)
        }
    }

    @Test("A script gets the preview or the faults of the fields as JSON, and nothing is stored")
    func live() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            #expect(try await owner.get(served, "\(edit)?kind=ticket-issued").body.contains("message-preview.js"))
            let json = "application/json"
            let reply = try await owner.post(
                served, edit, Self.form("Yes: {event_title}", "One\ntwo\n\n<b>{ticket}</b>", "preview"), accept: json)
            #expect(reply.status == 200 && reply.headers["content-type"] == json)
            #expect(
                reply.body == #"{"about":"The preview shows sample values.","subject":"Yes: New Year by the Lake","#
                    + #""paragraphs":[["One","two"],["<b>4F7K-29QX</b>"]]}"# + "\n")
            let refused = try await owner.post(
                served, edit, Self.form("Hi", "a\n\n{event_titel}", "preview"), accept: json)
            #expect(refused.status == 422 && refused.body.hasPrefix(#"{"faults":{"body":"line 3: unknown argument"#))
            #expect(try stored().isEmpty)
        }
    }

    @Test("The preview has the values of the newest message of the kind, but neither its link nor its whole address")
    func realValues() async throws {
        try festival.issue(to: "grace@example.org", holder: "Grace")
        let code = try #require(try festival.notices(to: "grace@example.org").first?.payload["ticket"])
        _ = try festival.services.events.edit(festival.event) { $0.title = "The lake again" }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let preview = try await owner.post(
                served, edit, Self.form("{event_title}", "{ticket} {venue} {link}", "preview")
            ).body
            #expect(preview.contains("The lake again") && preview.contains("\(code) Lido"))
            #expect(preview.contains("The preview shows the values of a message to g…@example.org."))
            #expect(!preview.contains("grace@example.org") && preview.contains("https://tickets.example.org/t/…"))
            // There is no message of this kind.
            let other = try await owner.post(
                served, edit, Self.form("S", "{order}", "preview", kind: "order-paid"))
            #expect(other.body.contains("1912276171") && other.body.contains("The preview shows sample values."))
        }
    }

    @Test("Markup in a template is text on every page and in the mail, and adds no header field")
    func injection() async throws {
        let markup = #"<img src=x onerror=alert(1)>{{event_title}}</textarea>"#
        try await Served.with(configuration: festival.configuration) { served async throws in
            for step in ["preview", "save"] {
                let reply = try await owner.post(served, edit, Self.form(markup, "\(markup)\nBcc: eve@x.org", step))
                #expect(reply.status == (step == "save" ? 303 : 200))
                #expect(!reply.body.contains("<img src=x"))
            }
            let page = try await owner.get(served, "\(edit)?kind=ticket-issued").body
            #expect(page.contains("&lt;img src=x") && !page.contains("<img src=x"))
        }
        try festival.issue(to: "grace@example.org")
        var settings = MessageSettings()
        let sender = try #require(EmailAddress(rawValue: "desk@example.org"))
        settings.mail = MailSettings(way: .folder(festival.folder("mails")), from: sender)
        let composer = MessageComposer(ring: festival.ring, settings: settings, now: festival.clock.now())
        let notice = try #require(try festival.notices(to: "grace@example.org").first)
        let recipient = MessageRecipient(address: notice.recipient, secret: "")
        let subject = try festival.store.read { try composer.subject(of: notice, to: recipient, $0) }
        let bytes = try composer.compose(#require(subject)).mailBytes(domain: "example.org", token: "4f2a")
        let mail = String(decoding: try #require(bytes), as: UTF8.self).replacing("=\r\n", with: "")
        let head = mail.prefix(upTo: try #require(mail.firstRange(of: "\r\n\r\n")).lowerBound)
        #expect(head.contains("To: grace@example.org") && !head.contains("Bcc"))
        let html = try #require(mail.components(separatedBy: "Content-Type: text/html").dropFirst().first)
        #expect(html.contains("&lt;img src=3Dx onerror=3Dalert(1)&gt;{event_title}"), "\(html.prefix(2000))")
        #expect(!html.contains("<img src=3Dx"))
    }

    @Test(
        """
        Only members who manage events see templates and reminders, and another organizer’s templates and reminders \
        are not found
        """)
    func rights() async throws {
        try festival.services.notices.setTemplate(
            ParsedMessageTemplate(
                MessageTemplate(
                    organizer: organizer.number, kind: .ticketIssued, channel: .email, language: "en", subject: "S",
                    body: "Ours", changed: Festival.start)), of: organizer)
        let reminder = try festival.services.notices.addReminder(
            ReminderDetails(anchor: .end, minutes: 60, message: "Thank you!"), to: festival.event)
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let elsewhere = try services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let stranger = try DeskVisitor("joan", joan, at: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let form = Self.form("S", "Theirs", "save")
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                let isAllowed = role.grants(.manageEvents)
                for path in [list, "\(edit)?kind=ticket-issued", reminders] {
                    #expect(try await member.get(served, path).status == (isAllowed ? 200 : 403), "\(role) \(path)")
                }
                guard !isAllowed else { continue }
                for path in [edit, "\(list)/reset", reminders, "\(reminders)/\(reminder.number)/remove"] {
                    #expect(try await member.post(served, path, form).status == 403, "\(role) \(path)")
                }
            }
            for path in [edit, "\(list)/reset", reminders, "\(reminders)/\(reminder.number)/remove"] {
                #expect(try await stranger.post(served, path, form).status == 404, "\(path)")
            }
            let own = "\(elsewhere.deskPath)/templates"
            #expect(try await stranger.post(served, "\(own)/edit", form).status == 303)
            let page = try await stranger.get(served, "\(own)/edit?kind=ticket-issued").body
            #expect(page.contains("Theirs") && !page.contains("Ours"))
        }
        #expect(try stored().map(\.body) == ["Ours"])
        #expect(try festival.services.notices.reminders(of: festival.event) == [reminder])
    }

    private func fields(_ time: String, _ side: String) -> [(String, String)] {
        [
            ("time", time), ("side", side), ("audience", "type:\(festival.regular.number)"),
            ("message", "<b>Bring a coat</b>"), (PageRequest.formID, "\(time) \(side)"),
        ]
    }

    @Test("A reminder is added once with its time and recipients, shown with the member’s text, and removed")
    func ownReminders() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let empty = try await owner.get(served, reminders).body
            #expect(empty.contains("You have not added any reminders."))
            // No sender is set up, so the page also warns that messages wait.
            #expect(empty.contains("Messages wait, because no sender is set up. <a href=\"/desk/message-settings\">"))
            for _ in 0..<2 {
                let reply = try await owner.post(served, reminders, fields("1d30m", "after-end"))
                #expect(reply.status == 303 && reply.headers["location"] == "\(reminders)?done=added")
            }
            let added = try festival.services.notices.reminders(of: festival.event)
            #expect(added.map(\.anchor) == [.end] && added.map(\.minutes) == [1470])
            #expect(added.map(\.audience) == [.type(festival.regular.number)])
            let page = try await owner.get(served, reminders).body
            #expect(page.contains("1d 30m after the end") && page.contains("Holders of Regular tickets"))
            #expect(page.contains("&lt;b&gt;Bring a coat&lt;/b&gt;") && !page.contains("<b>Bring"))
            for (time, side) in [
                ("soon", "before-start"), ("-2h", "before-start"), ("61d", "after-end"), ("2h", "before-start"),
            ] {
                let reply = try await owner.post(served, reminders, fields(time, side))
                #expect(reply.status == 422 && reply.body.contains("id=\"time-fault\""), "\(time) \(side)")
            }
            let wrong = try await owner.post(served, reminders, fields("5m", "beside"))
            #expect(wrong.status == 422 && wrong.body.contains("id=\"side-fault\""))
            let removal = "\(reminders)/\(try #require(added.first).number)/remove"
            for _ in 0..<2 {
                #expect(try await owner.post(served, removal, []).status == 303)
                #expect(try festival.services.notices.reminders(of: festival.event).isEmpty)
            }
        }
    }
}
