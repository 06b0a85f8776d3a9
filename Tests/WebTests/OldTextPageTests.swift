import EventFixture
import Foundation
import Gate
import Languages
import Management
import Store
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Pages with texts that older versions have stored", .serving)
struct OldTextPageTests {
    /// Creates a celebration, and replaces every stored text with a text that only older versions accepted. Returns the
    /// celebration and one of its tickets.
    private static func evening() throws -> (Festival, ticket: Ticket) {
        let wedding = try Wedding()
        let (festival, services) = (wedding.festival, wedding.services)
        try wedding.importGuests(
            "name,household,companions,meal,access,table,note,reception\nAnn,The Anns,1,x,x,x,x,yes\n")
        for payment in [Payment(.cash, reference: "r"), nil, Payment(.atTheDoor)] as [Payment?] {
            _ = try services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: 1)], name: "Grace",
                    email: "grace@example.org", payment: payment),
                of: festival.event, signingWith: festival.ring)
        }
        let tokens = try festival.tokens()
        let gate = try wedding.gate(at: wedding.reception)
        _ = gate.decide((tokens.prefix(1) + tokens.prefix(1) + ["rubbish"]).map { Scan($0) })
        // Nobody is inside with this ticket, so the gate refuses the exit and stores the reason.
        _ = gate.decide(Scan(try #require(tokens.last), direction: .exit))
        try gate.flush()
        _ = try services.devices.createPairing(to: festival.event, gate: "North", name: "Amina")
        _ = try services.apiTokens.createAPIToken(
            [.read], named: "Box", of: services.organizers.organizer(named: "Nile Nights"))
        let ticket = try festival.ticket(of: #require(tokens.first))
        try festival.store.keepOldTexts()
        try festival.store.keepOldText(OldText.all, in: "scan_counter.reason", where: "reason = 'malformed'")
        return (festival, ticket)
    }

    @Test("The store of these tests has rows for the texts of messages, companions, headcounts, reviews and pictures")
    func rows() throws {
        let (festival, _) = try OldTextPageTests.evening()
        for column in OldText.columns + OldText.columnsInOtherForms {
            let (table, name) = (column.prefix { $0 != "." }, column.drop { $0 != "." }.dropFirst())
            let isExpected = [
                "guest", "companion", "headcount", "message_template", "event_reminder", "organizer_step",
                "undecided_scan", "notice", "web_session", "audit", "picture", "abuse_report",
            ].contains(table)
            guard isExpected else { continue }
            var texts: [String] = []
            try festival.store.read { connection in
                try connection.forEachRow("SELECT \(name) FROM \(table) WHERE \(name) IS NOT NULL", []) {
                    texts.append($0.text(0))
                }
            }
            #expect(texts.contains { $0.unicodeScalars.contains("\u{D4E}") }, "\(column)")
        }
    }

    @Test("Whatever Unicode scalars a text field contains, the text adds no markup to any page")
    func pages() async throws {
        let (festival, ticket) = try OldTextPageTests.evening()
        let owner = try DeskVisitor.owner(of: festival)
        let ticketPath = try TicketLink(to: ticket, of: festival.event, festival.ring).path
        try await Served.with(configuration: festival.configuration) { served async throws in
            let gate = FormFields.encode("North")
            var waiting = [
                "/desk", "/gate", "/events", "/events/\(festival.event.slug)", ticketPath,
                "/gate/\(festival.event.slug)?gate=\(gate)&sub_event=2", "/desk/account", "/",
            ]
            var (kinds, displayed) = (Set<String>(), 0)
            while let path = waiting.popLast() {
                guard kinds.insert(OldTextPageTests.kind(of: path)).inserted else { continue }
                let reply = try await owner.get(served, path)
                guard reply.headers["content-type"]?.hasPrefix("text/html") ?? false else { continue }
                #expect(MarkupGrammar.fault(in: reply.body) == nil, "\(path)")
                if reply.body.unicodeScalars.contains("\u{D4E}") { displayed += 1 }
                for link in reply.body.matches(of: /href="(\/(?:desk|gate|events)[^"]*)"/) {
                    waiting.append(String(link.1).replacing("&amp;", with: "&"))
                }
            }
            #expect(kinds.count > 25 && displayed > 20, "\(displayed) of \(kinds.sorted())")
        }
    }

    @Test("Live figures with texts from older versions are sent as one server-sent event; the texts add no lines to it")
    func live() async throws {
        let (festival, _) = try OldTextPageTests.evening()
        let owner = try DeskVisitor.owner(of: festival)
        let secret = try #require(owner.session).encoded
        let pass = try #require(
            try BrowserCredentials([.cookie: "\(BrowserCredentials.sessionCookie)=\(secret)"], for: .signedIn))
        let boards = LiveDashboards(
            try ServerContext(festival.configuration, log: { _ in }), refreshInterval: .milliseconds(20))
        var messages = boards.watch(festival.event, for: pass, in: .english).makeAsyncIterator()
        let text = try #require(await messages.next())
        let lines = text.utf8.split(separator: 0xA).map { String(decoding: $0, as: UTF8.self) }
        try #require(lines.count == 3 && !text.utf8.contains(0xD), "\(lines.count)")
        #expect(lines[0] == "event: figures" && lines[1] == "retry: 2000")
        let json = try #require(lines[2].utf8.starts(with: "data: ".utf8) ? Data(lines[2].utf8.dropFirst(6)) : nil)
        let tree = try #require(try JSONSerialization.jsonObject(with: json) as? [Any])
        #expect(
            OldTextPageTests.names(in: tree).isSubset(of: [
                "dl", "div", "dt", "dd", "section", "h3", "p", "table", "tfoot", "thead", "tbody", "tr", "th", "td",
                "svg",
                "rect",
                "span", "details", "summary", "progress",
            ]))
        #expect(text.unicodeScalars.contains("\u{D4E}"))
    }

    /// The names of the elements in a tree of `MarkupTree`.
    private static func names(in parts: [Any]) -> Set<String> {
        var names: Set<String> = []
        for case let part as [Any] in parts {
            if let name = part.first as? String { names.insert(name) }
            names.formUnion(OldTextPageTests.names(in: Array(part.dropFirst(2))))
        }
        return names
    }

    /// The path without its query, and with `*` in place of each number or ticket code. Pages with the same result
    /// are of the same kind.
    private static func kind(of path: String) -> String {
        path.prefix { $0 != "?" }.split(separator: "/").map { part in
            part.wholeMatch(of: /[0-9]+|[0-9A-Z]{4}-[0-9A-Z]{4}/) == nil ? String(part) : "*"
        }.joined(separator: "/")
    }
}
