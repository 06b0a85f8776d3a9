import EventFixture
import Foundation
import Gate
import Languages
import Management
import Messaging
import PrintShop
import Testing
import Ticketing
import WebAPI

@testable import Presentation
@testable import WebHost

/// Compares lists in documents, templates, scripts and style sheets with the enumerations of the program.
@Suite("Closed lists in documents and pages")
struct ClosedListTests {
    /// The lists in Docs/openapi.yaml. The key names the schema and the property.
    private static let described: [String: [String]] = [
        "deleted": DeletedEvents.allCases.map(\.rawValue),
        "Answer.answer": InvitationReply.Kind.allCases.map(\.rawValue) + ["none"],
        "GuestList.faulty_rows": GuestImportOptions.FaultyRowPolicy.allCases.map(\.rawValue),
        "Invitation.codes": CodeSharing.allCases.map(\.rawValue),
        "NewEvent.suite": Suite.allCases.map(\.name), "Event.suite": Suite.allCases.map(\.name),
        "Scan.direction": Direction.allCases.map(\.rawValue), "Admission.direction": Direction.allCases.map(\.rawValue),
        "WebhookKind": Webhook.Kind.allCases.map(\.rawValue), "Webhook.state": Webhook.State.allCases.map(\.rawValue),
        "WebhookDelivery.type": Webhook.Kind.allCases.map(WebhookMessage.type),
        "WebhookDelivery.state": WebhookDelivery.State.allCases.map(\.rawValue),
        "Problem.kind": ErrorKind.allCases.map(\.rawValue), "ErrorSubject": ErrorSubject.allCases.map(\.rawValue),
        "Role": Role.allCases.map(\.rawValue), "PaymentFields.method": Payment.Method.allCases.map(\.rawValue),
        "Order.payment": Payment.Method.allCases.map(\.rawValue),
        "Organizer.verified_by": Organizer.Verification.Kind.allCases.map(\.rawValue),
        "Organizer.missing": VerificationStep.allCases.map(\.rawValue),
        "Change.subject": AuditSubject.Kind.allCases.map(\.rawValue),
        "Notice.kind": Notice.Kind.allCases.map(\.rawValue),
        "TicketConflict.conflict": TicketConflict.allCases.map(\.rawValue),
        "UnreachablePerson.reason": UnreachedReason.allCases.map(\.rawValue),
        "Notice.state": NoticeDelivery.State.allCases.map(\.rawValue),
        "notice_state": NoticeDelivery.State.allCases.map(\.rawValue),
        "Notice.reason": NoticeReason.allCases.map(\.code), "Notice.channel": Notice.Channel.allCases.map(\.rawValue),
        "NoticeResult.as": NoticeDelivery.ReportedResult.allCases.map(\.rawValue),
        "Token.state": APIToken.State.allCases.map(\.rawValue),
        "Token.scopes": APIToken.Scope.allCases.map(\.rawValue), "Event.status": Event.Status.allCases.map(\.rawValue),
        "Event.phase": EventPhase.allCases.map(\.rawValue),
        "TicketType.not_on_sale": SaleAvailability.Reason.Kind.allCases.map(\.rawValue),
        "TicketType.time_left": SaleAvailability.TimeLeft.allCases.map(\.rawValue),
        "Order.status": Order.Status.allCases.map(\.rawValue),
        "EndedTickets.order_status": Order.Status.allCases.map(\.rawValue),
        "TicketStatus": Ticket.Status.allCases.map(\.rawValue),
        "EndedTickets.status": Ticket.Status.allCases.map(\.rawValue),
        "GuestInvitation.answer": InvitationReply.Kind.allCases.map(\.rawValue),
        "Record.direction": LedgerRecordKind.allCases.map(\.rawValue),
        "Record.verdict": AdmissionRecord.Decision.Kind.allCases.map(\.rawValue),
        "Verdict.verdict": Verdict.Outcome.Kind.allCases.map(\.rawValue),
        "Verdict.language": Language.available.map(\.rawValue),
        "channel": templateChannels, "TemplateKind.channel": templateChannels, "Template.channel": templateChannels,
        "language": templateLanguages, "TemplateKind.language": templateLanguages,
        "Template.language": templateLanguages, "Reminder.of": EventReminder.Anchor.allCases.map(\.rawValue),
        "NewReminder.of": EventReminder.Anchor.allCases.map(\.rawValue),
        "Attention.kind": Attention.Kind.allCases.map(\.rawValue),
        "Device.state": WebDevice.State.allCases.map(\.rawValue),
        "Batch.status": PrintBatchState.Status.allCases.map(\.rawValue),
    ]

    private static let templateChannels = Notice.Channel.ofTemplates.map(\.rawValue)
    private static let templateLanguages = Language.offered.map(\.rawValue)

    /// Properties that this suite skips: `OpenAPITests` compares their lists with the program's lists of fields.
    private static let fields: Set = ["kind", "category", "minimum_age", "type", "entry_confirmation"]

    @Test("Every list in the description of the API has exactly the members of the program’s enumeration")
    func openAPI() throws {
        var found: [String: [String]] = [:]
        func collect(_ value: APIDescription.Value, _ path: [String]) {
            switch value {
            case .object(let members):
                if case .list(let list)? = members["enum"] { found[Self.name(path)] = list.compactMap(\.text) }
                for (name, member) in members { collect(member, path + [name]) }
            case .list(let list): for (index, member) in list.enumerated() { collect(member, path + ["\(index)"]) }
            case .null, .bool, .number, .text: break
            }
        }
        collect(try APIDescription().page, [])
        for (name, members) in found where Self.described[name] == nil {
            let property = name.split(separator: ".").last.map(String.init) ?? ""
            #expect(Self.fields.contains(property), "\(name) is compared with no enumeration: \(members)")
        }
        for (name, expected) in Self.described { compare(found[name] ?? [], expected, name) }
    }

    /// The name of the schema and property that contain the `enum` at a path, such as `Webhook.state`.
    private static func name(_ path: [String]) -> String {
        let property = path.lastIndex(of: "properties").map { [path[$0 + 1]] } ?? []
        return (path.dropFirst(2).prefix(1) + property).joined(separator: ".")
    }

    private func compare(_ found: [String], _ expected: [String], _ place: String) {
        let (missing, extra) = (Set(expected).subtracting(found), Set(found).subtracting(expected))
        #expect(missing.isEmpty, "\(place) lacks \(missing.sorted())")
        #expect(extra.isEmpty, "\(place) has \(extra.sorted()), which the program does not have")
        #expect(found.count == Set(found).count, "\(place) has a member twice: \(found)")
    }

    /// The rows of a table in a document, as lists of cells without backquotes.
    ///
    /// - Parameter head: the beginning of the table's first line.
    private func table(_ document: String, _ head: String) throws -> [[String]] {
        let lines = try Project.text(of: document).split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(head) }, "\(document) has no table “\(head)”")
        return lines[start...].prefix { $0.hasPrefix("|") }.enumerated().filter { $0.offset != 1 }.map { _, line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// The texts in backquotes in a part of a document.
    private func words(_ document: String, after start: String, before end: String) throws -> [String] {
        let text = try Project.text(of: document)
        let begin = try #require(text.firstRange(of: start), "\(document) has no “\(start)”").upperBound
        let part = text[begin...].prefix(upTo: try #require(text[begin...].firstRange(of: end)).lowerBound)
        return part.matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    /// The first column of a table. A cell can name several members.
    private func members(_ document: String, _ head: String) throws -> [String] {
        try table(document, head).dropFirst().flatMap { $0[0].split(separator: ", ").map(String.init) }
    }

    @Test("The tables in the documents have exactly the members of the program’s enumerations")
    func documents() throws {
        compare(
            try members("Docs/Gate.md", "| verdict |"), Verdict.Outcome.Kind.allCases.map(\.rawValue), "verdicts")
        #expect(
            try members("Docs/Gate.md", "| reason | when |") == reasonsInOrder,
            "the reasons in Docs/Gate.md are not in the order of the checks")
        compare(
            try members("Docs/Management.md", "| status | meaning"), Order.Status.allCases.map(\.rawValue), "orders")
        compare(
            try members("Docs/Management.md", "| status | at a gate"), Ticket.Status.allCases.map(\.rawValue),
            "tickets")
        compare(
            try members("Docs/Management.md", "| reason | when |"),
            SaleAvailability.Reason.Kind.allCases.map(\.rawValue), "reasons why a type is not on sale")
        compare(
            try members("Docs/Management.md", "| step | content"), VerificationStep.allCases.map(\.rawValue),
            "verification")
        compare(
            try words("Docs/Serve.md", after: "within its\n  scopes:", before: "It cannot"),
            APIToken.Scope.allCases.map(\.rawValue), "scopes")
        compare(
            try words("Docs/Printing.md", after: "## Label and receipt printers", before: "Each ticket").filter {
                $0.hasPrefix("--format ")
            }
            .map { String($0.dropFirst("--format ".count)) },
            PrintFormat.allCases.filter { $0 != .pdf }.map(\.rawValue), "formats of printers")
        compare(try members("Docs/Serve.md", "| kind | `type`"), Webhook.Kind.allCases.map(\.rawValue), "webhooks")
        for row in try table("Docs/Serve.md", "| kind | `type`").dropFirst() {
            #expect(Webhook.Kind(rawValue: row[0]).map(WebhookMessage.type) == row[1], "\(row)")
        }
        compare(
            try members("Docs/AttendeePack.md", "| `--format`"), TicketFormat.allCases.map(\.rawValue), "formats")
        for row in try table("Docs/AttendeePack.md", "| `--format`").dropFirst() where !row[1].isEmpty {
            let format = try #require(TicketFormat(rawValue: row[0]))
            #expect(row[1].hasSuffix(format.fileExtension), "\(row)")
        }
    }

    @Test("The tables of messages have every kind with its category, every used category and every delivery state")
    func messages() throws {
        compare(
            try members("Docs/Messages.md", "| kind | sent to | category |"), Notice.Kind.allCases.map(\.rawValue),
            "kinds of messages")
        for row in try table("Docs/Messages.md", "| kind | sent to | category |").dropFirst() {
            for kind in row[0].split(separator: ", ") {
                #expect(Notice.Kind(rawValue: String(kind))?.category.rawValue == row[2], "\(kind)")
            }
        }
        compare(
            try members("Docs/Messages.md", "| category | when |"),
            Array(Set(Notice.Kind.allCases.map(\.category.rawValue))), "categories of messages")
        compare(
            try members("Docs/Messages.md", "| state | meaning |"), NoticeDelivery.State.allCases.map(\.rawValue),
            "states of deliveries")
    }

    /// All reasons for a refusal, in the order in which a gate checks them.
    private var reasonsInOrder: [String] { Refusal.Reason.allCases.map(\.rawValue) }

    @Test("The table of rights has a column for each role, and each right is granted as the table says")
    func rights() throws {
        let rows = try table("Docs/Management.md", "| right |")
        let roles = rows[0].dropFirst().map { Role(rawValue: $0) }
        #expect(Set(roles.compactMap(\.self)) == Set(Role.allCases) && roles.count == Role.allCases.count)
        let rights: [Role.Right] = [
            .lookUp, .seeGuestDetails, .readOrders, .scan, .sell, .changeTickets, .manageEvents, .readReports,
            .administer,
        ]
        #expect(Set(rights) == Set(Role.Right.allCases).subtracting([.createOrganizer]))
        try #require(rows.count == rights.count + 1)
        for (right, row) in zip(rights, rows.dropFirst()) {
            for (role, cell) in zip(roles, row.dropFirst()) {
                #expect(role?.grants(right) == (cell == "yes"), "\(row[0]): \(role?.rawValue ?? "?")")
            }
        }
    }

    @Test("Each name after `may_` in a template is the name of an operation")
    func templates() {
        let operations = Set(Management.Operation.allCases.map(\.rawValue))
        for (name, _) in Assets.embedded.files where PageRenderer.templateName(name) != nil {
            for match in (Assets.embedded.text(name) ?? "").matches(of: /may_(\w+)/) {
                #expect(operations.contains(String(match.1)), "\(name): \(match.0)")
            }
        }
    }

    @Test("The script of gate pages has each outcome with its colour, and the style sheet has each colour")
    func colours() throws {
        let script = try #require(Assets.embedded.text("scripts/elements.js"))
        let list = try #require(script.firstMatch(of: /const colours = \{([^}]*)\}/)).1
        let pairs = list.matches(of: /(\w+): "(\w+)"/).map { (String($0.1), String($0.2)) }
        let expected = Verdict.Outcome.Kind.allCases.map { ($0.rawValue, $0.tone.rawValue) }
        compare(pairs.map { "\($0.0) \($0.1)" }, expected.map { "\($0.0) \($0.1)" }, "elements.js")
        let style = try #require(Assets.embedded.text("styles/gate.css"))
        let tokens = try #require(Assets.embedded.text("styles/page.css"))
        let signs = try #require(Assets.embedded.text("templates/verdict-signs.mustache"))
        for tone in VerdictTone.allCases.map(\.rawValue) {
            #expect(tokens.contains("--\(tone): #") && style.contains(".badge.\(tone)"), "\(tone)")
            #expect(signs.contains(#"<svg class="\#(tone)""#), "\(tone)")
        }
    }
}
