import AttendeePack
import HTTPTypes
import Management
import QRSymbol
import Ticketing

/// A ticket, for who has its link: its symbol to be shown at a gate, and what can be done with it.
struct TicketPage: Sendable {
    let house: House

    func page(_ visit: Visit) async throws -> Answer { try await page(visit, TransferForm()) }

    func symbol(_ visit: Visit) async throws -> Answer {
        let link = try link(visit)
        let svg = try await house.inFoyer { foyer in
            try foyer.ticket(link)?.symbol.map { try QRSymbol($0).svg(title: "Ticket \(link.code)") }
        }
        guard let svg else { throw Problem.notThere }
        return .text(svg, type: "image/svg+xml")
    }

    func calendar(_ visit: Visit) async throws -> Answer {
        let found = try await found(visit)
        let event = EventFacts(found.event, organizer: found.organizer, edits: found.edits).event
        do {
            let text = try CalendarEntry.text(
                for: AttendeeTicket(found.ticket, of: event, token: found.token ?? "", type: found.type.name))
            return Answer.text(text, type: "text/calendar; charset=utf-8").attached(as: "\(found.ticket.code).ics")
        } catch {
            throw Problem.notThere
        }
    }

    func transfer(_ visit: Visit) async throws -> Answer {
        let link = try link(visit)
        let fields = try await visit.form()
        var form = try TransferForm(fields)
        guard try Visitor(visit.headers).sent(fields) else {
            form.faults["transfer"] = "Please send it once more: your browser had not kept this page’s cookie."
            return try await page(visit, form, status: .forbidden)
        }
        guard form.isSure else {
            form.faults["sure"] = "Say that you give it away: your link opens nothing afterwards."
            return try await page(visit, form, status: .unprocessableContent)
        }
        do {
            let (holder, email) = (form.holder, form.email.isEmpty ? nil : form.email)
            let new = try await house.inFoyer { try $0.transfer(link, to: holder, email: email) }
            return .seeOther("/t/\(new.path)?passed=on")
        } catch FoyerError.invalid(let faults) {
            for fault in faults { form.faults[fault.field] = fault.allowed }
        } catch let error as FoyerError {
            form.faults["transfer"] = error.description
        } catch let error as ManagementError {
            form.faults["transfer"] = error.description
        }
        return try await page(visit, form, status: .unprocessableContent)
    }

    private func link(_ visit: Visit) throws -> TicketLink {
        guard let link = TicketLink(visit) else { throw Problem.notThere }
        return link
    }

    private func found(_ visit: Visit) async throws -> TicketAtLink {
        let link = try link(visit)
        guard let found = try await house.inFoyer({ try $0.ticket(link) }) else { throw Problem.notThere }
        return found
    }

    private func page(_ visit: Visit, _ form: TransferForm, status: HTTPResponse.Status = .ok) async throws -> Answer {
        let found = try await found(visit)
        let path = try link(visit).path
        let visitor = try Visitor(visit.headers)
        var facts = EventFacts(found.event, organizer: found.organizer).facts.merging(form.facts) { $1 }
        facts["visitor_code"] = try visitor.code
        facts["path"] = .text("/t/\(path)")
        facts["code"] = .text("\(found.ticket.code)")
        facts["type"] = .text(found.type.name)
        if let holder = found.ticket.holder { facts["holder"] = .text(holder) }
        if found.ticket.admits.rawValue > 1 { facts["admits"] = .text("\(found.ticket.admits)") }
        // A ticket that is cancelled, or paid back, is not to be paid any more.
        if found.ticket.status == .issued, let due = found.ticket.sale?.due { facts["due"] = .text(due.shown) }
        if let note = found.type.minimumAge { facts["age"] = .text("\(note.rawValue)") }
        if found.isInvitation { facts["invitation"] = .text("/i/\(path)") }
        if let token = found.token {
            facts["symbol"] = .one(Facts(live(found, token)))
        } else {
            facts["closed"] = .text(found.event.status == .cancelled ? "cancelled" : found.ticket.status.shown)
        }
        let downloads = TicketDownload.offers(of: found, house.signers(for: found.event))
        if !downloads.isEmpty {
            let files = downloads.map { Facts(["form": .text($0.word), "name": .text($0.name)]) }
            facts["downloads"] = .one(Facts(["files": .list(files)]))
        }
        if found.transferStop == nil { facts["transferable"] = .one(Facts([:])) }
        if try visit.queryFields().one("passed") != nil { facts["passed"] = .one(Facts([:])) }
        if !form.faults.isEmpty { facts["errors"] = form.errors }
        return visitor.shown(try visit.page("ticket", title: "Ticket", status: status, facts))
    }

    /// What the page's script makes live codes from, where the type demands them.
    private func live(_ found: TicketAtLink, _ token: String) -> [String: Facts.Fact] {
        guard let key = found.liveKey else { return [:] }
        let digits = key.hexadecimal().withBytes { digits in
            String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
        }
        return [
            "live": .one(
                Facts([
                    "token": .text(token), "key": .text(digits), "now": .text("\(house.now().milliseconds)"),
                ]))
        ]
    }
}

extension TicketLink {
    /// The link by which a page was asked for.
    init?(_ visit: Visit) {
        self.init(
            event: visit.part("event") ?? "", code: visit.part("code") ?? "", secret: visit.part("secret") ?? "")
    }
}

/// What somebody typed who passes a ticket on, and what is wrong with it.
struct TransferForm {
    private(set) var holder = ""
    private(set) var email = ""
    private(set) var isSure = false
    /// By field.
    var faults: [String: String] = [:]

    init() {}

    /// - Throws: `Problem` 400.
    init(_ form: FormFields) throws {
        holder = try form.one("holder") ?? ""
        email = try form.one("email") ?? ""
        isSure = try form.one("sure") != nil
    }

    /// What the top of the page says of the faults.
    var errors: Facts.Fact {
        var summary = ErrorSummary()
        summary.add("holder", faults["holder"].map { "To whom: \($0)" })
        summary.add("email", faults["email"].map { "E-mail address: \($0)" })
        summary.add("sure", faults["sure"])
        return summary.fact("The ticket is not given away. \(faults["transfer"] ?? "")")
    }

    var facts: [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = ["new_holder": .text(holder), "new_email": .text(email)]
        for (field, fault) in faults { facts["\(field)_fault"] = .text(fault) }
        if !faults.isEmpty { facts["transfer_open"] = .one(Facts([:])) }
        return facts
    }
}
