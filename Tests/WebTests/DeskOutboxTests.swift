import EventFixture
import Foundation
import Gate
import Management
import MessageTransport
import Messaging
import Spreadsheet
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

extension Festival {
    /// The configuration of a server that uses the festival’s store and these settings for messages.
    func configuration(_ messages: @escaping MessageSettingsSource) -> ServerConfiguration {
        ServerConfiguration(clock: clock.now, keyRing: keys, messages: messages) { [address] in
            try Store.open(address)
        }
    }

    func issue(to email: String?, holder: String = "Grace") throws {
        _ = try services.tickets.issue(
            .person(holder: holder, email: email, note: nil), type: regular, of: event, signingWith: ring)
    }

    /// Sells a ticket to a buyer who has no e-mail address, but perhaps a phone number.
    func order(byPhone phone: String?, name: String = "Kay") throws {
        _ = try services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: regular.number, count: 1)], name: name, phone: phone, payment: Payment(.cash)),
            of: event, signingWith: ring)
    }

    /// Decides about all due notices, and records a result for each notice that must be sent.
    func deliver(by channels: Set<Notice.Channel> = [.email], _ result: (Notice) -> NoticeResult) throws {
        let dispatcher = NoticeDispatcher(clock: clock.now)
        let (leases, _) = try dispatcher.decide(atMost: NoticeDispatcher.batchSize, channels: channels, store)
        for lease in leases { try dispatcher.record(result(lease.notice), of: lease, chance: 0.5, store) }
    }

    func notices(to recipient: String) throws -> [Notice] {
        try store.read { try $0.notices.page(of: event.organizer, after: nil, limit: 1000) }
            .filter { $0.recipient == recipient }
    }
}

@Suite("The outbox at the desk", .serving)
struct DeskOutboxTests {
    private let festival: Festival
    private let organizer: Organizer
    private let owner: DeskVisitor
    private let path: String
    private let centre: String

    init() throws {
        festival = try Festival()
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        owner = try .owner(of: festival)
        path = "\(festival.event.deskPath)/notices"
        centre = "\(organizer.deskPath)/notices"
    }

    /// Queues four messages: one is sent, one comes back, one fails, and one waits for its next attempt.
    private func deliverFour() throws {
        for name in ["sent", "bounced", "failed", "deferred"] { try festival.issue(to: "\(name)@example.org") }
        try festival.deliver { notice in
            switch notice.recipient {
            case "sent@example.org": .accepted(providerID: nil, answer: "250 queued")
            case "bounced@example.org": .refused(answer: "550 5.1.1 <b>no such user</b>")
            case "failed@example.org": .refused(answer: "554 5.7.1 this looks like spam")
            default: .deferred(answer: "451 try again later")
            }
        }
    }

    /// The fields of the page's form that sends the message to this recipient again.
    private func retry(_ html: String, _ recipient: String) throws -> [(String, String)] {
        let form = try #require(
            PageForm.all(in: html).first { form in
                form.action.hasSuffix("/retry")
                    && form.fields.contains { $0.name == "key" && $0.value.hasSuffix(recipient) }
            }, "no form for \(recipient)")
        return form.fields.filter { $0.name != CSRFToken.field }.map { ($0.name, $0.value) }
    }

    @Test("The page says that a later message replaced a message, but does not show the later message’s internal key")
    func merged() async throws {
        try festival.issue(to: "grace@example.org")
        for venue in ["Pier", "Barn"] {
            festival.clock.advance(bySeconds: 1)
            _ = try festival.services.events.edit(festival.event) { $0.venue = venue }
        }
        try festival.deliver { _ in .accepted(providerID: nil, answer: "250 queued") }
        let moved = try festival.notices(to: "grace@example.org").filter { $0.kind == .eventMoved }
        #expect(moved.map(\.delivery.state) == [.merged, .sent] && moved[0].successor == moved[1].key)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(path)?show=not-sent").body
            #expect(page.contains("Replaced by a later message."))
            #expect(!page.contains(moved[1].key), "\(page)")
        }
    }

    @Test("Tabs show the messages by state, each with its reason, the server’s answer and a link to its ticket")
    func tabs() async throws {
        try deliverFour()
        try festival.issue(to: "queued@example.org")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let waiting = try await owner.get(served, path).body
            for tab in ["Waiting (2)", "Sent (1)", "Failed (2)", "Not sent (0)"] { #expect(waiting.contains(tab)) }
            #expect(waiting.contains("queued@example.org") && waiting.contains("deferred@example.org"))
            #expect(waiting.contains("Waits for the next attempt.") && waiting.contains("“451 try again later”"))
            #expect(!waiting.contains("failed@example.org"))

            let failed = try await owner.get(served, "\(path)?show=failed").body
            #expect(failed.contains("bounced@example.org") && failed.contains("failed@example.org"))
            #expect(failed.contains("&lt;b&gt;no such user&lt;/b&gt;") && !failed.contains("<b>no such user"))
            #expect(failed.contains("Refused by the server.") && failed.contains("One attempt"))
            let code = try #require(try festival.notices(to: "failed@example.org").first?.payload["ticket"])
            #expect(failed.contains("href=\"\(festival.event.deskPath)/tickets/\(code)\">\(code)</a>"))

            let sent = try await owner.get(served, "\(path)?show=sent").body
            #expect(sent.contains("sent@example.org") && !sent.contains("/retry"))
            let notSent = try await owner.get(served, "\(path)?show=not-sent").body
            #expect(notSent.contains("Every message was sent or is waiting.") && !notSent.contains("example.org"))

            let file = try await owner.get(served, "\(path).csv?show=failed").body.split(separator: "\r\n")
            #expect(file.count == 3 && file[0] == "\u{FEFF}Since,Message,To,Details,State,Reason,Answer")
            #expect(file.contains { $0.hasSuffix("failed,refused by the server,554 5.7.1 this looks like spam") })
        }
    }

    private func recipients(_ html: String) -> [String] {
        html.matches(of: /data-label="To">([^<]*)</).map { String($0.1) }
    }

    @Test("Column headings sort the messages, a filter selects a kind, and all links and forms keep the tab")
    func sorted() async throws {
        try deliverFour()
        try await Served.with(configuration: festival.configuration) { served async throws in
            for list in [path, centre] {
                let page = try await owner.get(served, "\(list)?show=failed").body
                let link = try #require(PageForm.links(in: page).first { $0.contains("sort=recipient") })
                let sorted = try await owner.get(served, link).body
                #expect(recipients(sorted) == ["bounced@example.org", "failed@example.org"])
                #expect(sorted.contains("aria-sort=\"ascending\""))
                let turn = try #require(PageForm.links(in: sorted).first { $0.contains("sort=-recipient") })
                #expect(recipients(try await owner.get(served, turn).body) == recipients(sorted).reversed())
                let filter = try #require(PageForm.all(in: page).first { $0.method == "get" })
                #expect(filter.action == list && filter.fields.contains { $0.name == "show" && $0.value == "failed" })
                let none = try await owner.get(served, "\(list)?show=failed&kind=event-moved").body
                #expect(recipients(none).isEmpty && none.contains("No rows match the filters."))
                let issued = try await owner.get(served, "\(list)?show=failed&kind=ticket-issued").body
                #expect(recipients(issued).count == 2)
                let search = try PageForm.filled(page, to: "\(list)/search", ["text": "failed"])
                let found = try await owner.post(served, "\(list)/search", search).body
                #expect(recipients(found) == ["failed@example.org"])
                #expect(PageForm.links(in: found).contains("\(list)?show=failed"))
                #expect(try await owner.get(served, "\(list)?show=failed&after=x").status == 404)
            }
        }
    }

    private func rows(_ csv: String) throws -> [[String]] {
        try festival.folder.write(csv, to: "messages.csv")
        let reader = try WorksheetReader(path: festival.folder("messages.csv"))
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        return rows
    }

    @Test("The messages of a tab, or only selected messages, are exported as CSV, XLSX and PDF")
    func exported() async throws {
        try deliverFour()
        let key = try #require(try festival.notices(to: "failed@example.org").first?.key)
        let results = [("bounced", "550 5.1.1 <b>no such user</b>"), ("failed", "554 5.7.1 this looks like spam")]
        try await Served.with(configuration: festival.configuration) { served async throws in
            for list in [path, centre] {
                for (format, type) in [
                    ("csv", "text/csv; charset=utf-8"), ("pdf", "application/pdf"),
                    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
                ] {
                    let reply = try await owner.get(served, "\(list).\(format)?show=failed&sort=recipient")
                    #expect(reply.status == 200 && reply.headers["content-type"] == type, "\(format)")
                    #expect(reply.headers["content-disposition"]?.contains("-messages.\(format)") ?? false)
                }
                let all = try rows(await owner.get(served, "\(list).csv?show=failed&sort=recipient").body)
                try #require(all.count == 3)
                #expect(all[0] == ["Since", "Message", "To", "Details", "State", "Reason", "Answer"])
                for (row, (name, answer)) in zip(all.dropFirst(), results) {
                    let recipient = "\(name)@example.org"
                    let code = try #require(try festival.notices(to: recipient).first?.payload["ticket"])
                    #expect(row[0].hasPrefix("2026-12-23") && row[1...2] == ["ticket issued", recipient])
                    #expect(row[3].contains(code) && row[4...] == [name, "refused by the server", answer])
                }
                let selected = [("rows", "ticked"), ("action", "export-csv"), ("show", "failed"), ("row", key)]
                let some = try rows(await owner.post(served, "\(list)/bulk", selected).body)
                #expect(some == [all[0], all[2]])
                let nothing = try await owner.post(served, "\(list)/bulk", Array(selected.dropLast()))
                #expect(nothing.status == 422 && nothing.body.contains("Select at least one row"))
            }
        }
    }

    @Test("Failed messages are queued again, and waiting messages withdrawn, only after a page that states the effects")
    func together() async throws {
        try deliverFour()
        let bulk = "\(path)/bulk"
        func state(_ name: String) throws -> NoticeDelivery.State? {
            try festival.notices(to: "\(name)@example.org").first?.delivery.state
        }
        let waiting = try #require(try festival.notices(to: "deferred@example.org").first?.key)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let retry = [("rows", "all"), ("action", "retry"), ("show", "failed")]
            #expect(try await viewer.post(served, bulk, retry).status == 403)
            let plan = try await owner.post(served, bulk, retry)
            #expect(plan.status == 200 && plan.body.contains("Queue 2 messages again"))
            #expect(plan.body.contains("<dt>Recipients of messages</dt><dd>2</dd>"))
            #expect(try state("failed") == .failed && state("bounced") == .bounced)
            let confirmed = try PageForm.filled(plan.body, to: bulk)
            for _ in 0..<2 {
                let reply = try await owner.post(served, bulk, confirmed)
                let location = "\(path)?done=written&count=2&sort=-created&show=failed"
                #expect(reply.status == 303 && reply.headers["location"] == location)
            }
            #expect(try state("failed") == .queued && state("bounced") == .queued)

            let withdraw = [("rows", "ticked"), ("action", "withdraw"), ("row", waiting)]
            for tab in ["sent", "failed"] {
                let refused = try await owner.post(served, bulk, withdraw + [("show", tab)])
                #expect(refused.status == 422 && refused.body.contains("Choose an action."), "\(tab)")
            }
            // A row that a form repeats counts once.
            let question = try await owner.post(served, bulk, withdraw + [("row", waiting)])
            #expect(question.body.contains("Do not send 1 message") && question.body.contains("are never sent"))
            // If the message was sent in the meantime, the server withdraws nothing.
            let form = try PageForm.filled(question.body, to: bulk)
            try festival.store.write { connection in
                _ = try connection.execute(
                    "UPDATE notice SET state = 'sent', due = NULL WHERE notice_key = $1", [.text(waiting)])
            }
            let late = try await owner.post(served, bulk, form)
            #expect(late.status == 422 && late.body.contains("None of these rows can be changed in this way."))
            try festival.store.write { connection in
                _ = try connection.execute(
                    "UPDATE notice SET state = 'deferred', due = created WHERE notice_key = $1", [.text(waiting)])
            }
            let again = try PageForm.filled(try await owner.post(served, bulk, withdraw).body, to: bulk)
            let done = try await owner.post(served, bulk, again)
            let after = try await owner.get(served, try #require(done.headers["location"])).body
            #expect(after.contains("1 message will not be sent.") && !after.contains("deferred@example.org"))
            let gone = try await owner.get(served, "\(path)?show=not-sent").body
            #expect(gone.contains("deferred@example.org") && gone.contains("Withdrawn by the organizer."))
        }
        #expect(try state("deferred") == .dropped)
    }

    @Test("The page lists stopped addresses with their tickets, and a member can allow messages to them again")
    func stopped() async throws {
        try deliverFour()
        let code = try #require(try festival.notices(to: "bounced@example.org").first?.payload["ticket"])
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(path)?show=failed").body
            let list = try #require(page.split(separator: "Addresses that get no messages").last)
            #expect(page.contains("Addresses that get no messages") && list.contains("bounced@example.org"))
            #expect(list.contains("href=\"\(festival.event.deskPath)/tickets/\(code)\">\(code)</a>"))
            #expect(!page.contains("Allow messages to failed@example.org again"))
            let fields = try PageForm.filled(page, to: "\(path)/allow")
            let reply = try await owner.post(served, "\(path)/allow", fields)
            #expect(reply.status == 303)
            let stored = try festival.store.read { try $0.recipients.with(address: "bounced@example.org") }
            #expect(stored != nil && stored?.suppressed == nil)
            let after = try await owner.get(served, "\(path)?show=failed").body
            #expect(!after.contains("Addresses that get no messages"))
        }
    }

    @Test(
        """
        If messages to an address were stopped because of another organizer’s message, the list hides the server’s \
        answer, and the organizer cannot allow messages to the address again
        """)
    func stoppedElsewhere() async throws {
        try deliverFour()
        let address = "sent@example.org"
        let since = Festival.start.advanced(bySeconds: 5)
        try festival.store.write { try $0.recipients.suppress(address, since: since, answer: "550 of Elsewhere") }
        try await Served.with(configuration: festival.configuration) { served async throws in
            for list in [path, centre] {
                let page = try await owner.get(served, "\(list)?show=failed").body
                let shown = try #require(page.split(separator: "Addresses that get no messages").last)
                #expect(shown.contains(address) && !page.contains("550 of Elsewhere"))
                #expect(!page.contains("Allow messages to \(address) again"))
                #expect(page.contains("Allow messages to bounced@example.org again"))
                let fields = try PageForm.filled(page, to: "\(list)/allow", ["key": address])
                let refused = try await owner.post(served, "\(list)/allow", fields)
                #expect(refused.status == 422 && refused.body.contains("a message that this organizer did not send"))
            }
        }
        #expect(try festival.store.read { try $0.recipients.with(address: address) }?.suppressed == since)
    }

    @Test("A message that came back is queued again once, and its address gets messages again")
    func retrying() async throws {
        try deliverFour()
        let suppressed = try festival.store.read { try $0.recipients.with(address: "bounced@example.org")?.suppressed }
        #expect(suppressed != nil)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(path)?show=failed").body
            let fields = try retry(page, "bounced@example.org")
            for _ in 0..<2 {
                let reply = try await owner.post(served, "\(path)/retry", fields)
                #expect(reply.status == 303 && reply.headers["location"]?.hasSuffix("show=failed") == true)
            }
            let location = try #require(try await owner.post(served, "\(path)/retry", fields).headers["location"])
            let after = try await owner.get(served, location).body
            #expect(after.contains("Message queued again.") && !after.contains("bounced@example.org"))
            let delivery = try #require(try festival.notices(to: "bounced@example.org").first).delivery
            #expect(delivery.state == .queued && delivery.due == Festival.start)
            let recipient = try festival.store.read { try $0.recipients.with(address: "bounced@example.org") }
            #expect(recipient != nil && recipient?.suppressed == nil)
            // A form for the same message on another page is refused now, because the message is already queued.
            let late = fields.filter { $0.0 != PageRequest.formID } + [(PageRequest.formID, "another page")]
            let refused = try await owner.post(served, "\(path)/retry", late)
            #expect(refused.status == 422 && refused.body.contains("The message was not queued again."))
            #expect(refused.body.contains("The message is queued"))
        }
    }

    @Test("Only members who may read reports see messages, and only those who may also sell can send them again")
    func rights() async throws {
        try deliverFour()
        let key = try #require(try festival.notices(to: "failed@example.org").first?.key)
        try await Served.with(configuration: festival.configuration) { served async throws in
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                for list in [path, centre] {
                    let page = try await member.get(served, "\(list)?show=failed")
                    #expect(page.status == (role.grants(.readReports) ? 200 : 403), "\(role)")
                    #expect(
                        page.body.contains("\(list)/retry") == (role.grants(.readReports) && role.grants(.sell)),
                        "\(role)")
                    let writes = page.body.contains("\(festival.event.deskPath)/write")
                    #expect(writes == (role.grants(.manageEvents) && list == path), "\(role)")
                }
                guard !role.grants(.sell) else { continue }
                for action in ["retry", "acknowledge"] {
                    #expect(try await member.post(served, "\(path)/\(action)", [("key", key)]).status == 403, "\(role)")
                }
            }
            #expect(try festival.notices(to: "failed@example.org").first?.delivery.state == .failed)
        }
    }

    @Test("The messages of another organizer are not found")
    func others() async throws {
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let elsewhere = try services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        _ = try services.organizers.verify(elsewhere, .email(#require(EmailAddress(rawValue: "joan@example.org"))))
        let theirs = try #require(try services.notices.notices(of: elsewhere, limit: 1).first)
        let visitor = try DeskVisitor("joan", joan, at: festival)
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        try festival.issue(to: "grace@example.org")
        let ours = try #require(try festival.notices(to: "grace@example.org").first)
        try await Served.with(configuration: festival.configuration) { served async throws in
            for action in ["retry", "acknowledge"] {
                for list in [path, centre] {
                    #expect(try await manager.post(served, "\(list)/\(action)", [("key", theirs.key)]).status == 404)
                    #expect(try await visitor.post(served, "\(list)/\(action)", [("key", ours.key)]).status == 404)
                }
                let own = "\(elsewhere.deskPath)/notices/\(action)"
                #expect(try await visitor.post(served, own, [("key", ours.key)]).status == 404)
            }
            for list in [path, centre] { #expect(try await visitor.get(served, list).status == 404) }
            let page = try await visitor.get(served, "\(elsewhere.deskPath)/notices").body
            #expect(page.contains("joan@example.org") && !page.contains("grace@example.org"))
        }
    }

    @Test("Texts of other people are escaped on the pages with messages")
    func hostile() async throws {
        let hostile = #"<img src=x onerror=alert(1)>"'&{{event_title}}"#
        _ = try festival.services.events.edit(festival.event) { $0.title = "<script>alert(1)</script>" }
        try festival.issue(to: "grace@example.org", holder: hostile)
        try festival.deliver { _ in .refused(answer: hostile) }
        let key = try #require(try festival.notices(to: "grace@example.org").first?.key)
        try festival.store.write { connection in
            _ = try connection.execute(
                "UPDATE notice SET recipient = $1 WHERE notice_key = $2", [.text(hostile), .text(key)])
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            for list in ["\(path)?show=failed", "\(centre)?show=failed", "\(festival.event.deskPath)/write"] {
                let page = try await owner.get(served, list)
                #expect(page.status == 200 && !page.body.contains("<img src") && !page.body.contains("<script>alert"))
                #expect(page.body.contains("&lt;script&gt;"), "\(list)")
                #expect(page.body.contains("&lt;img src") == list.contains("notices"), "\(list)")
            }
            #expect(!served.log.text.contains("onerror"))
        }
    }

    @Test("The organizer’s outbox lists the messages of all events; other pages link to failures of the last week")
    func messageCentre() async throws {
        let other = try festival.services.events.publish(
            festival.services.events.duplicate(festival.event, titled: "Second night", by: nil))
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: other).first)
        _ = try festival.services.tickets.issue(
            .person(holder: "Ada", email: "ada@example.org", note: nil), type: type, of: other,
            signingWith: festival.ring)
        try deliverFour()
        let link = "\(centre)?show=failed"
        let pages = ["/desk", organizer.deskPath, other.deskPath]
        let number = "href=\"/desk/notices\""
        let gate = try DeskVisitor.member(.gate, of: organizer, at: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let failed = try await owner.get(served, link).body
            #expect(failed.contains("failed@example.org") && failed.contains("New Year by the Lake"))
            let all = ["sent", "waiting"]
            for (tab, address) in zip(all, ["sent@example.org", "deferred@example.org"]) {
                #expect(try await owner.get(served, "\(centre)?show=\(tab)").body.contains(address))
            }
            for page in pages {
                let body = try await owner.get(served, page).body
                #expect(body.contains("2 messages did not arrive in the last 7 days"), "\(page)")
                #expect(body.contains(number), "\(page)")
                #expect(try await !gate.get(served, page).body.contains("messages did not"), "\(page)")
            }
            festival.clock.advance(bySeconds: 7 * 86_400 + 1)
            let later = try DeskVisitor.owner(of: festival)
            for page in pages {
                let body = try await later.get(served, page).body
                #expect(!body.contains("messages did not arrive in the last"), "\(page)")
            }
        }
    }

    // MARK: - WhatsApp

    private var prepared: MessageSettings {
        var settings = MessageSettings()
        settings.publicURL = "https://tickets.example.org"
        settings.preparesWhatsApp = true
        return settings
    }

    @Test("A message to a phone waits until a member marks it as sent; its link opens WhatsApp with the text")
    func whatsApp() async throws {
        try festival.order(byPhone: "+256772123456", name: "Kay & <Co>")
        try festival.deliver(by: [.whatsApp]) { _ in .prepared }
        let settings = prepared
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            let page = try await owner.get(served, path).body
            let link = try #require(PageForm.links(in: page).first { $0.hasPrefix("https://wa.me/") })
            #expect(link.hasPrefix("https://wa.me/256772123456?text="))
            let text = try #require(link.split(separator: "=", maxSplits: 1).last)
            #expect(text.contains("https%3A%2F%2Ftickets.example.org%2Fo%2F"), "\(text)")
            #expect(!text.contains("+") && !text.contains(" ") && !text.contains("&"))
            #expect(page.contains("Waits for a person to send it with the prepared link."))
            #expect(try await !viewer.get(served, path).body.contains("wa.me"))

            let fields = try PageForm.filled(page, to: "\(path)/acknowledge")
            let reply = try await owner.post(served, "\(path)/acknowledge", fields)
            let after = try await owner.get(served, try #require(reply.headers["location"])).body
            #expect(after.contains("Message marked as sent.") && !after.contains("wa.me"))
            let delivery = try #require(try festival.notices(to: "+256772123456").first).delivery
            #expect(delivery.state == .sent && delivery.sent == Festival.start && delivery.due == nil)
        }
    }

    @Test("Only the owner of the server sees a prepared message that contains a secret link")
    func secretLink() async throws {
        try festival.store.write { connection in
            try connection.notices.queue(
                Notice(
                    organizer: festival.event.organizer, event: festival.event.number, kind: .reservationToConfirm,
                    recipient: "+256772123456", payload: ["link": "/confirm/0123456789abcdef", "title": "New Year"],
                    key: "reservation", created: festival.clock.now()))
        }
        try festival.deliver(by: [.whatsApp]) { _ in .prepared }
        let settings = prepared
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            let seen = try await manager.get(served, path).body
            #expect(seen.contains("Only the owner of the server can send this message"))
            #expect(!seen.contains("0123456789abcdef") && !seen.contains("wa.me"))
            let page = try await owner.get(served, path).body
            #expect(page.contains("wa.me/256772123456") && page.contains("confirm%2F0123456789abcdef"))
            let file = try await owner.get(served, "\(path).csv").body
            #expect(file.contains("+256772123456") && !file.contains("0123456789abcdef"))
        }
    }

    // MARK: - Missing senders and missing addresses

    @Test("If a sender is missing, pages say who can set it up; otherwise, they say that messages are queued")
    func senders() async throws {
        try festival.issue(to: "grace@example.org")
        try festival.order(byPhone: "+256772123456")
        let manager = try DeskVisitor.member(.manager, of: organizer, at: festival)
        let settingsLink = "<a href=\"/desk/message-settings\">Set up a sender</a>"
        try await Served.with(configuration: festival.configuration) { served async throws in
            for page in [path, "\(festival.event.deskPath)/cancel", "\(festival.event.deskPath)/edit/place"] {
                let (mine, theirs) = try await (owner.get(served, page).body, manager.get(served, page).body)
                #expect(mine.contains(settingsLink) && !theirs.contains(settingsLink), "\(page)")
                #expect(theirs.contains("Ask the owner of the server to set up a sender."), "\(page)")
            }
        }
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "desk@example.org")))
        let withMail = settings
        try await Served.with(configuration: festival.configuration { withMail }) { served async throws in
            let place = "\(festival.event.deskPath)/edit/place"
            let form = try PageForm.filled(
                try await owner.get(served, place).body, to: place, ["venue": "The Barn"])
            let saved = try await owner.post(served, place, form)
            let after = try await owner.get(served, try #require(saved.headers["location"])).body
            #expect(after.contains("4 messages about this event are waiting to be sent</a>"))
            #expect(after.contains("Saved. This change queued 2 messages."))
            #expect(after.contains("2 of these messages wait, because no sender for their addresses is set up."))
            #expect(after.contains(settingsLink))
            #expect(after.contains("Messages to phone numbers cannot be sent, because no SMS provider is set up."))
            #expect(
                try await owner.get(served, path).body.contains("because no SMS provider is set up"))
        }
        settings.preparesWhatsApp = true
        let complete = settings
        try await Served.with(configuration: festival.configuration { complete }) { served async throws in
            let cancel = try await owner.get(served, "\(festival.event.deskPath)/cancel").body
            #expect(
                cancel.contains("4 messages about this event are waiting to be sent.")
                    && !cancel.contains("Set up a sender"))
            #expect(!cancel.contains("no sender") && !cancel.contains("Ask the owner"))
        }
        struct Unreadable: Error {}
        try await Served.with(configuration: festival.configuration { throw Unreadable() }) { served async throws in
            #expect(try await owner.get(served, path).body.contains("the settings for messages can’t be read"))
        }
    }

    @Test(
        "A form says that messages to phone numbers cannot be sent only if its messages may go to a phone number")
    func phoneSender() async throws {
        let wedding = try Wedding()
        let festival = wedding.festival
        let owner = try DeskVisitor.owner(of: festival)
        let desk = wedding.event.deskPath
        try wedding.importGuests("name,email,phone\nAda,ada@example.org,\nBen,,+256701000000\n")
        try wedding.invite(.named(["1"]), to: [wedding.ceremony])
        try festival.issue(to: "grace@example.org")
        var settings = MessageSettings()
        settings.mail = MailSettings(
            way: .folder(festival.folder("mail")), from: try #require(EmailAddress(rawValue: "desk@example.org")))
        let withMail = settings
        let ofAll = ["\(desk)/edit/place", "\(desk)/cancel"]
        let subEvents = "\(desk)/sub-events"
        let ceremony = "\(subEvents)/\(wedding.ceremony.number)"
        try await Served.with(configuration: festival.configuration { withMail }) { served async throws in
            func page(_ path: String) async throws -> String {
                let page = try await owner.get(served, path)
                #expect(page.status == 200, "\(path)")
                return page.body
            }
            func mentioned(on path: String) async throws -> Bool {
                try await page(path).contains("Messages to phone numbers cannot be sent")
            }
            for path in ofAll + [subEvents, ceremony, "\(desk)/guests/1"] {
                #expect(try await !mentioned(on: path), "\(path)")
                #expect(try await !page(path).contains("Set up a sender"), "\(path)")
            }
            // A buyer without a ticket gets no message about a moved event, but a message about a cancelled one.
            let vip = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "VIP", price: Money("50000 UGX")), to: festival.event)
            _ = try festival.services.orders.createOrder(
                OrderDraft(lines: [.init(type: vip.number, count: 1)], name: "Kay", phone: "+256772123456"),
                of: festival.event)
            #expect(try await !mentioned(on: "\(desk)/edit/place"))
            #expect(try await mentioned(on: "\(desk)/cancel"))
            try wedding.invite(.named(["2"]), to: [wedding.ceremony])
            for path in ofAll + [subEvents, ceremony, "\(desk)/guests/2"] {
                #expect(try await mentioned(on: path), "\(path)")
            }
            #expect(try await page("\(desk)/cancel").contains("Set up a sender"))
            #expect(try await !mentioned(on: "\(desk)/guests/1"))
            #expect(try await !mentioned(on: "\(subEvents)/\(wedding.reception.number)"))
            // Ada has confirmed a phone number as her second address, so messages to her may go to this number.
            try festival.store.write { connection in
                _ = try connection.recipients.add(MessageRecipient(address: "ada@example.org", secret: "5ecret"))
                try connection.recipients.setOther("+256700111222", of: "ada@example.org")
            }
            #expect(try await mentioned(on: "\(desk)/guests/1"))
        }
    }

    @Test("Before and after an action, the page names the people whom no message reaches, and says why")
    func unreachable() async throws {
        for address in ["a@example.org", nil, nil] { try festival.issue(to: address) }
        let desk = festival.event.deskPath
        try await Served.with(configuration: festival.configuration) { served async throws in
            func displayed(_ reply: Reply) async throws -> String {
                try await owner.get(served, try #require(reply.headers["location"])).body
            }
            let reason = "(no e-mail address or phone number)"
            let people = "No message reaches 2 people: Grace \(reason); Grace \(reason)."
            let page = try await owner.get(served, "\(desk)/edit/place").body
            #expect(page.contains(people))
            let form = try PageForm.filled(page, to: "\(desk)/edit/place", ["venue": "The Barn"])
            let saved = try await owner.post(served, "\(desk)/edit/place", form)
            #expect(saved.headers["location"]?.hasSuffix("&unreached=everyone&about=event-moved") == true)
            #expect(try await displayed(saved).contains(people))

            let orders = try await owner.get(served, "\(desk)/orders").body
            let order = ["count-\(festival.regular.number)": "1", "buyer": "Kay", "method": "cash"]
            let sold = try await owner.post(
                served, "\(desk)/orders", PageForm.filled(orders, to: "\(desk)/orders", order))
            #expect(try await displayed(sold).contains("No message reaches 1 person: Kay \(reason)."))

            let tickets = try await owner.get(served, "\(desk)/tickets").body
            let person = try #require(
                PageForm.all(in: tickets).first { form in
                    form.action == "\(desk)/issue" && form.fields.contains { $0.value == "person" }
                })
            let fields = person.fields.filter { $0.name != CSRFToken.field }
                .map { ($0.name, $0.name == "holder" ? "Ada" : $0.value) }
            let issued = try await owner.post(served, "\(desk)/issue", fields)
            #expect(try await displayed(issued).contains("No message reaches 1 person: Ada \(reason)."))

            let cancel = try await owner.get(served, "\(desk)/cancel").body
            #expect(cancel.contains("No message reaches 4 people: ") && cancel.contains("Kay \(reason)"))
            let cancelled = try await owner.post(
                served, "\(desk)/cancel", PageForm.filled(cancel, to: "\(desk)/cancel"))
            let after = try await displayed(cancelled)
            #expect(after.contains("No message reaches 4 people: ") && after.contains("Ada \(reason)"))
        }
    }
}

@Suite("Messages that organizers write", .serving)
struct WriteMessageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = "\(festival.event.deskPath)/write"
    }

    /// The fields of the form whose field `step` has the given value. `typed` replaces the values of fields.
    private func form(_ html: String, step: String, _ typed: [String: String] = [:]) throws -> [(String, String)] {
        let form = try #require(
            PageForm.all(in: html).first { form in
                form.action == path && form.fields.contains { $0.name == "step" && $0.value == step }
            }, "no form with the step \(step)")
        return form.fields.filter { $0.name != CSRFToken.field }.map { ($0.name, typed[$0.name] ?? $0.value) }
    }

    /// The notices with messages of the organizer.
    private func written() throws -> [Notice] {
        try festival.store.read { try $0.notices.page(of: festival.event.organizer, after: nil, limit: 1000) }
            .filter { $0.kind == .organizerMessage }
    }

    private func issueMany(_ count: Int) throws {
        try festival.folder.write(
            "holder,email\n" + (0..<count).map { "Guest \($0),g\($0)@example.org\n" }.joined(), to: "many.csv")
        _ = try festival.services.allowingMessages(to: .max).tickets.issue(
            .guestList(TicketHolderList(path: festival.folder("many.csv"))), type: festival.regular,
            of: festival.event, signingWith: festival.ring)
    }

    private let texts = ["subject": "Parking <P>", "body": "Gate 2 is closed.\nUse gate 3 & 4."]

    @Test("A preview names the recipients by channel, the SMS parts and their price; then the message is queued once")
    func preview() async throws {
        for address in ["a@example.org", "b@example.org", nil] { try festival.issue(to: address) }
        try festival.order(byPhone: "+256772123456")
        var account = AfricasTalkingAccount(username: "nile", apiKey: "key-0123456789")
        (account.pricePerPart, account.currency) = (35, "UGX")
        var settings = MessageSettings()
        settings.sms = .africasTalking(account)
        let current = settings
        var last: [(String, String)] = []
        try await Served.with(configuration: festival.configuration { current }) { served async throws in
            let page = try await owner.get(served, path).body
            let preview = try await owner.post(served, path, form(page, step: "preview", texts))
            #expect(preview.status == 200 && preview.body.contains("Queue 3 messages"))
            for (label, value) in [
                ("Recipients", "3"), ("By e-mail", "2"), ("By SMS", "1"), ("Not reached", "1"),
                ("SMS parts per message", "1"), ("SMS parts in total", "1"), ("Estimated cost", "UGX\u{A0}35"),
            ] {
                #expect(preview.body.contains("<dt>\(label)</dt><dd>\(value)</dd>"), "\(label)")
            }
            #expect(preview.body.contains("Parking &lt;P&gt;") && !preview.body.contains("<P>"))
            #expect(preview.body.contains("<dd lang=\"en\">Parking &lt;P&gt;</dd>"))
            #expect(preview.body.contains("<p>Dear Grace,<br></p>"))
            #expect(preview.body.contains("<p>Gate 2 is closed.<br>Use gate 3 &amp; 4.<br></p>"))
            #expect(!preview.body.contains("key-0123456789"))
            #expect(try written().isEmpty)
            last = try form(preview.body, step: "queue")
            for _ in 0..<2 { #expect(try await owner.post(served, path, last).status == 303) }
            let location = try #require(try await owner.post(served, path, last).headers["location"])
            #expect(location.hasPrefix("\(festival.event.deskPath)/notices?done=written&count=3"))
            let after = try await owner.get(served, location).body
            #expect(after.contains("3 messages queued.") && after.contains("Grace (no e-mail address or phone number)"))
        }
        // A restarted server does not know that the form was sent before, but the store has recorded the change.
        try await Served.with(configuration: festival.configuration { current }) { served async throws in
            #expect(try await owner.post(served, path, last).status == 303)
        }
        let notices = try written()
        #expect(Set(notices.map(\.recipient)) == ["a@example.org", "b@example.org", "+256772123456"])
        #expect(notices.count == 3 && notices.allSatisfy { $0.payload["subject"] == "Parking <P>" })
        #expect(notices.first?.payload["body"]?.contains("Gate 2 is closed.") == true)
        #expect(notices.first?.payload["body"]?.contains("Use gate 3 & 4.") == true)
    }

    @Test("A message to more than a hundred people is queued only after a page that states their number")
    func confirmation() async throws {
        try issueMany(101)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            let preview = try await owner.post(served, path, form(page, step: "preview", texts)).body
            #expect(preview.contains("Continue with 101 recipients") && !preview.contains("value=\"queue\""))
            let asked = try await owner.post(served, path, form(preview, step: "confirm"))
            #expect(asked.status == 200 && asked.body.contains("Write to 101 recipients?"))
            #expect(try written().isEmpty)
            // This form leads back to the page on which the message is written. That page still has the typed texts.
            let back = try await owner.post(served, path, form(asked.body, step: "preview")).body
            #expect(back.contains("Use gate 3 &amp; 4."))
            #expect(try await owner.post(served, path, form(asked.body, step: "queue")).status == 303)
            #expect(try written().count == 101)
        }
    }

    @Test("If the recipients have changed since the preview, nothing is queued, and a new preview is shown")
    func changed() async throws {
        try festival.issue(to: "a@example.org")
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            let preview = try await owner.post(served, path, form(page, step: "preview", texts)).body
            try festival.issue(to: "b@example.org")
            let refused = try await owner.post(served, path, form(preview, step: "queue"))
            #expect(refused.status == 409 && refused.body.contains("The recipients have changed since the preview."))
            #expect(refused.body.contains("Queue 2 messages"))
            #expect(try written().isEmpty)
            #expect(try await owner.post(served, path, form(refused.body, step: "queue")).status == 303)
            #expect(try written().count == 2)
        }
    }

    @Test(
        "The audiences are everybody, one ticket type, unpaid tickets, people not inside, and guests without an answer")
    func audiences() async throws {
        let vip = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "VIP <1>"), to: festival.event)
        try festival.issue(to: "regular@example.org")
        _ = try festival.services.tickets.issue(
            .person(holder: "Vera", email: "vip@example.org", note: nil), type: vip, of: festival.event,
            signingWith: festival.ring)
        let code = try #require(try festival.notices(to: "vip@example.org").first?.payload["ticket"])
        let token = try festival.token(
            of: festival.services.tickets.ticket(#require(TicketCode(typed: code)), of: festival.event))
        #expect(try festival.gate().decide(Scan(token)).outcome == .admit(again: false))
        _ = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: festival.event)
        try festival.folder.write("name,email,ceremony\nGuest,guest@example.org,yes\n", to: "guests.csv")
        _ = try festival.services.guests.importGuests(path: festival.folder("guests.csv"), into: festival.event)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("Holders of VIP &lt;1&gt; tickets"))
            for (audience, count) in [
                ("all", 3), ("type:\(vip.number)", 1), ("not-inside", 1), ("silent", 1), ("unpaid", 0),
            ] {
                let typed = texts.merging(["audience": audience]) { $1 }
                let preview = try await owner.post(served, path, form(page, step: "preview", typed)).body
                #expect(preview.contains("<dt>Recipients</dt><dd>\(count)</dd>"), "\(audience)")
                #expect(preview.contains("Nobody in this group") == (count == 0), "\(audience)")
            }
        }
    }

    @Test("Faults are shown at their fields, and only members who manage events can write messages")
    func faults() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        try festival.issue(to: "a@example.org")
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (typed, faulty) in [
                (["subject": "", "body": ""], ["subject", "body"]),
                (["subject": String(repeating: "x", count: 121), "body": "text"], ["subject"]),
                (["subject": "x", "body": String(repeating: "y", count: 4001)], ["body"]),
                (["subject": "x", "body": "y", "audience": "type:200"], ["audience"]),
                (["subject": "x", "body": "y", "audience": "everybody"], ["audience"]),
            ] {
                let page = try await owner.get(served, path).body
                let refused = try await owner.post(served, path, form(page, step: "preview", typed))
                #expect(refused.status == 422 && refused.body.contains("No message was queued."))
                for field in ["subject", "body", "audience"] {
                    #expect(refused.body.contains("id=\"\(field)-fault\"") == faulty.contains(field), "\(field)")
                }
            }
            let fields = [("step", "queue"), ("recipients", "1"), ("audience", "all"), ("subject", "x"), ("body", "y")]
            for role in Role.allCases where !role.grants(.manageEvents) {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                #expect(try await member.get(served, path).status == 403, "\(role)")
                #expect(try await member.post(served, path, fields).status == 403, "\(role)")
            }
            let stranger = try DeskVisitor(
                "stranger", festival.services.users.addUser(UserDetails(name: "Stranger")), at: festival)
            #expect(try await stranger.post(served, path, fields).status == 404)
            #expect(try written().isEmpty)
        }
    }
}

@Suite("Settings for messages at the desk", .serving)
struct MessageSettingsPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path = MessageSettingsPage.path

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
    }

    private func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(rawValue: text)) }

    private func folderSettings() throws -> MessageSettings {
        let folder = festival.folder("mails")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        var settings = MessageSettings()
        settings.mail = MailSettings(way: .folder(folder), from: try address("desk@example.org"))
        return settings
    }

    private func form(_ html: String, _ typed: String) throws -> [(String, String)] {
        try PageForm.filled(html, to: "\(path)/test", ["address": typed])
    }

    @Test("The page shows the servers and the senders, but no passwords and no keys")
    func shown() async throws {
        var server = SMTPServer(host: "smtp.example.org", port: 587, security: .startTLS)
        (server.user, server.password) = ("tickets", "pa55word")
        var mail = MailSettings(way: .smtp(server), from: try address("desk@example.org"))
        (mail.bounces, mail.perMinute) = (try address("bounces@example.org"), 30)
        var account = AfricasTalkingAccount(username: "nile", apiKey: "key-0123456789")
        (account.sender, account.pricePerPart, account.currency) = ("<NILE>", 35, "UGX")
        var settings = MessageSettings()
        (settings.publicURL, settings.mail, settings.sms) = (
            "https://tickets.example.org", mail, .africasTalking(account)
        )
        settings.policy = ["quiet-from": 21 * 60]
        let current = settings
        try await Served.with(configuration: festival.configuration { current }) { served async throws in
            let page = try await owner.get(served, path).body
            for (label, value) in [
                ("Address in links", "https://tickets.example.org"),
                ("Sent through", "the mail server smtp.example.org, port 587"), ("Encryption", "STARTTLS"),
                ("User name", "tickets"), ("Sender", "desk@example.org"), ("Return address", "bounces@example.org"),
                ("Messages per minute", "30"), ("Sent through", "Africa’s Talking"), ("Sender", "&lt;NILE&gt;"),
                ("Price per part", "UGX\u{A0}35"),
            ] {
                #expect(page.contains("<dt>\(label)</dt><dd>\(value)</dd>"), "\(label)")
            }
            #expect(!page.contains("pa55word") && !page.contains("key-0123456789") && !page.contains("eventpass mail"))
            // The table has a row for each setting that the command `notice policy show` prints.
            for setting in NoticePolicySetting.all {
                let unit = setting.unit
                let value = setting.name == "quiet-from" ? "21:00" : unit.text(setting.standard)
                let row = "<th scope=\"row\">\(setting.name)</th><td data-label=\"Value\">\(value)</td>"
                let standard = "<td data-label=\"Default\">\(unit.text(setting.standard))</td>"
                #expect(page.contains(row + standard), "\(setting.name)")
            }
            #expect(try await owner.get(served, "/desk").body.contains("href=\"\(path)\""))
        }
    }

    @Test("The page warns if recipients cannot open the links in messages")
    func unreachableLinks() async throws {
        var settings = try folderSettings()
        let cases: [(url: String, warning: String?)] = [
            ("http://127.0.0.1:8080", "Recipients cannot open the links in messages, because http://127.0.0.1:8080"),
            ("https://server.local", "only in the server’s own network, because https://server.local"),
            ("https://tickets.example.org", nil),
        ]
        for (url, warning) in cases {
            settings.publicURL = url
            let current = settings
            try await Served.with(configuration: festival.configuration { current }) { served async throws in
                let page = try await owner.get(served, path).body
                #expect(page.contains("<dt>Address in links</dt><dd>\(url)</dd>"))
                #expect(page.contains("Set the public address with the option --url of") == (warning != nil))
                if let warning { #expect(page.contains(warning), "\(page)") }
            }
        }
    }

    @Test("If nothing is set up, or if the settings cannot be read, the page says what to do")
    func missing() async throws {
        let folder = festival.folder.path
        try await Served.with(configuration: festival.configuration { MessageSettings() }) { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("<code>eventpass mail set</code>") && page.contains("<code>eventpass sms set</code>"))
            #expect(page.contains("<code>--url</code>") && !page.contains("\(path)/test"))
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            #expect(try await owner.get(served, path).body.contains("started without settings for messages"))
            #expect(try await owner.post(served, "\(path)/test", [("address", "a@example.org")]).status == 422)
        }
        try festival.folder.write("{\"mail\": 7}", to: MessageSettingsFile.name)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: festival.folder(MessageSettingsFile.name))
        let file = MessageSettingsFile(folder: folder)
        try await Served.with(configuration: festival.configuration { try file.read() }) { served async throws in
            let page = try await owner.get(served, path)
            #expect(page.status == 200 && page.body.contains("The settings for messages can’t be read: "))
            #expect(page.body.contains("messages.json"))
        }
    }

    @Test("A test message is sent once, and the page shows the server’s answer or explains the error")
    func testing() async throws {
        let settings = try folderSettings()
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            func mails() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: festival.folder("mails"))
            }
            let page = try await owner.get(served, path).body
            let fields = try form(page, "grace@example.org")
            for _ in 0..<2 {
                let sent = try await owner.post(served, "\(path)/test", fields)
                #expect(sent.status == 200 && sent.body.contains("accepted the test message to grace@example.org."))
            }
            #expect(try mails().count == 1)
            let text = try String(
                contentsOfFile: "\(festival.folder("mails"))/\(try #require(mails().first))", encoding: .utf8)
            #expect(text.contains("grace@example.org") && text.contains("desk@example.org"))
            for (typed, fault) in [
                ("", "an e-mail address, or a phone number"), ("grace@", "an e-mail address, or a phone number"),
                ("+256772123456", "for which a sender is set up"), ("<b>x", "an e-mail address, or a phone number"),
            ] {
                let refused = try await owner.post(served, "\(path)/test", form(page, typed))
                #expect(refused.status == 422 && refused.body.contains("The test message was not sent."), "\(typed)")
                #expect(refused.body.contains(fault) && refused.body.contains("id=\"address-fault\""), "\(typed)")
                #expect(!refused.body.contains("<b>x"))
            }
            #expect(try mails().count == 1)
            try FileManager.default.removeItem(atPath: festival.folder("mails"))
            let failed = try await owner.post(served, "\(path)/test", form(page, "ada@example.org"))
            #expect(failed.status == 422)
            #expect(failed.body.contains("The test message to ada@example.org was not sent: No message can be written"))
            #expect(!served.log.text.contains("example.org"))
        }
    }

    @Test("Only the local owner sees the page and sends test messages, even if others own organizers")
    func rights() async throws {
        let settings = try folderSettings()
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        try await Served.with(configuration: festival.configuration { settings }) { served async throws in
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                let page = try await member.get(served, path)
                #expect(page.status == 403 && !page.body.contains("desk@example.org"), "\(role)")
                let sent = try await member.post(served, "\(path)/test", [("address", "grace@example.org")])
                #expect(sent.status == 403, "\(role)")
                #expect(try await !member.get(served, "/desk").body.contains("href=\"\(path)\""), "\(role)")
            }
            #expect(try await DeskVisitor.nobody.get(served, path).status == 303)
            #expect(try FileManager.default.contentsOfDirectory(atPath: festival.folder("mails")).isEmpty)
        }
    }
}
