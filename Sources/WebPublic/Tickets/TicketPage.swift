import AttendeePack
import HTTPTypes
import Languages
import Management
import QRSymbol
import Ticketing
import WebHost

/// The page of a ticket, for anyone with the page's link. It shows the ticket's QR code for the gate, the downloads and
/// the transfer form.
///
/// If the ticket type requires a live code, `scripts/ticket.js` keeps the QR code current. `scripts/tickets.js` shows
/// the code large.
struct TicketPage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse {
        try await page(request, TransferForm())
    }

    func symbol(_ request: PageRequest) async throws -> RouteResponse {
        let link = try link(request)
        let title = request.language.text(PublicSentence.codeOfTicket, ["code": .text("\(link.code)")])
        let svg = try await site.withStorefront { storefront in
            try storefront.ticket(link)?.symbol.map { try QRSymbol($0).svg(title: title) }
        }
        guard let svg else { throw Problem.pageNotFound }
        return .text(svg, type: MediaType.svg)
    }

    func calendar(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await found(request)
        // A calendar has one entry for the event, and not one for each ticket. A cancelled entry for an invalid ticket
        // could therefore replace the entry of a valid ticket. So an invalid ticket has an entry only if the whole
        // event is cancelled.
        guard found.ticket.status == .issued || found.event.status == .cancelled else { throw Problem.pageNotFound }
        let event = EventTemplateContext(
            found.event, organizer: found.organizer, edits: found.edits, in: request.language
        ).event
        do {
            let text = try CalendarEntry.text(
                for: AttendeeTicket(found.ticket, of: event, token: found.token ?? "", type: found.type.name))
            return RouteResponse.text(text, type: MediaType.calendar).asAttachment(
                as: "\(found.ticket.code).ics")
        } catch {
            throw Problem.pageNotFound
        }
    }

    func transfer(_ request: PageRequest) async throws -> RouteResponse {
        let link = try link(request)
        let fields = try await request.form()
        var form = try TransferForm(fields)
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["transfer"] = Sentence(PublicSentence.cookieFault)
            return try await page(request, form, status: .forbidden)
        }
        guard form.isConfirmed else {
            form.faults["sure"] = Sentence(PublicSentence.confirmTransfer)
            return try await page(request, form, status: .unprocessableContent)
        }
        try site.transferRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        do {
            let (holder, email) = (form.holder, form.email.isEmpty ? nil : form.email)
            let new = try await site.withStorefront { try $0.transfer(link, to: holder, email: email) }
            return .seeOther("/t/\(new.path)?passed=on")
        } catch StorefrontError.invalid(let faults) {
            for fault in faults { form.faults[fault.field] = .fault(fault, in: HolderDetails.self) }
        } catch let error as StorefrontError {
            form.faults["transfer"] = error.publicSentence
        } catch let error as ManagementError {
            form.faults["transfer"] = error.publicSentence
        }
        return try await page(request, form, status: .unprocessableContent)
    }

    private func link(_ request: PageRequest) throws -> TicketLink {
        guard let link = TicketLink(request) else { throw Problem.pageNotFound }
        return link
    }

    private func found(_ request: PageRequest) async throws -> LinkedTicket {
        let link = try link(request)
        if let found = try await site.withStorefront({ try $0.ticket(link) }) { return found }
        try site.oldLinkRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        guard let replacement = try await site.withStorefront({ try $0.replacement(of: link) }) else {
            throw Problem.pageNotFound
        }
        throw Problem(replacement)
    }

    /// A sentence about a transfer that has just been made. It says whether the new holder gets a message, and whether
    /// the message contains the link to the ticket.
    private func transferResult(_ found: LinkedTicket) -> Sentence {
        guard let email = found.ticket.email else { return Sentence(PublicSentence.transferred) }
        let sentence: PublicSentence =
            switch (site.server.sendsEmail, site.server.sendsEmailLinks) {
            case (false, _): .transferredUnsent
            case (true, false): .transferredWithoutLink
            case (true, true): .transferredByMessage
            }
        return Sentence(sentence, ["address": .text(Notice.masked(email.rawValue))])
    }

    private func page(_ request: PageRequest, _ form: TransferForm, status: HTTPResponse.Status = .ok) async throws
        -> RouteResponse
    {
        let found = try await found(request)
        let path = try link(request).path
        let visitor = try VisitorCookie(request.headers)
        let language = request.language
        var context = EventTemplateContext(found.event, organizer: found.organizer, in: language).context
            .merging(form.context) { $1 }
        context["visitor_code"] = try visitor.code
        context["path"] = .text("/t/\(path)")
        context["theme"] = try await site.theme(of: found.event)
        context.merge(found.pictures.eventContext(posterSizes: "10rem")) { $1 }
        context["code"] = .text("\(found.ticket.code)")
        context["symbol_text"] = .sentence(PublicSentence.codeOfTicket, ["code": .text("\(found.ticket.code)")])
        context["type"] = .text(found.type.name)
        if let holder = found.ticket.holder { context["holder"] = .text(holder) }
        if found.ticket.admits.rawValue > 1 {
            let count = Int(found.ticket.admits.rawValue)
            context["type"] = .sentence(
                PublicSentence.typeAndAdmits,
                [
                    "type": .text(found.type.name),
                    "admits": .sentence(PublicSentence.admits, ["count": .number(count)]),
                ])
        }
        // Nothing is due for a cancelled or refunded ticket.
        if found.ticket.status == .issued, let due = found.ticket.sale?.due {
            context["due"] = .text(due.text(in: language.locale))
        }
        if let age = found.type.minimumAge { context["age"] = .sentence(age.inWords) }
        if found.ticket.status == .issued, found.event.status != .cancelled {
            if found.isInvitation { context["invitation"] = .text("/i/\(path)") }
            if found.event.details.start != nil { context["calendar"] = .text("/t/\(path)/calendar.ics") }
        }
        if let token = found.token {
            context["symbol"] = .section(TemplateContext(liveCodeContext(found, token)))
        } else {
            let refusal = found.event.status == .cancelled ? .ticketOfCancelledEvent : found.ticket.status.refusal
            context["closed"] = .sentence(refusal)
        }
        let downloads = TicketDownload.downloads(of: found, site.server.signers(for: found.event))
        if !downloads.isEmpty {
            let files = downloads.map {
                TemplateContext(["form": .text($0.pathComponent), "name": .sentence($0.name)])
            }
            context["downloads"] = .section(TemplateContext(["files": .list(files)]))
        }
        if found.transferRefusal == nil { context["transferable"] = .section(TemplateContext([:])) }
        if found.ticket.issue > 0, try request.queryFields().value("passed") != nil {
            context["passed"] = .sentence(transferResult(found))
        }
        if !form.faults.isEmpty { context["errors"] = form.errors }
        return visitor.settingCookie(
            try request.localizedPage(
                "ticket", title: Sentence(PublicSentence.ticket), status: status, context))
    }

    /// The token, the key and the current time, for the script that makes live codes. Empty if the ticket type does not
    /// require live codes.
    private func liveCodeContext(_ found: LinkedTicket, _ token: String) -> [String: TemplateContext.Value] {
        guard let key = found.liveKey else { return [:] }
        let digits = key.hexadecimal().withBytes { digits in
            String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
        }
        return [
            "live": .section(
                TemplateContext([
                    "token": .text(token), "key": .text(digits), "now": .text("\(site.server.now().milliseconds)"),
                ]))
        ]
    }
}

extension Problem {
    /// The error for a ticket’s old link, which was replaced by another link. It says nothing about the new holder.
    fileprivate init(_ replacement: TicketLinkReplacement) {
        let (cause, next): (PublicSentence, PublicSentence) =
            switch replacement {
            case .transferred: (.linkTransferred, .linkTransferredHint)
            case .reissued: (.linkReissued, .linkReissuedHint)
            }
        self.init(.notFound, title: Sentence(PublicSentence.linkReplaced), Sentence(cause), hint: Sentence(next))
    }
}

extension TicketLink {
    /// Reads the link from the URL of a request. Nil if the URL contains no valid link.
    init?(_ request: PageRequest) {
        self.init(
            event: request.pathParameter("event") ?? "", code: request.pathParameter("code") ?? "",
            secret: request.pathParameter("secret") ?? "")
    }
}

/// The fields of the form that transfers a ticket to a new holder, and the errors of these fields.
struct TransferForm {
    private(set) var holder = ""
    private(set) var email = ""
    private(set) var isConfirmed = false
    /// The error messages, by the name of the field.
    var faults: [String: Sentence] = [:]

    init() {}

    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ form: FormFields) throws {
        holder = try form.value("holder") ?? ""
        email = try form.value("email") ?? ""
        isConfirmed = try form.value("sure") != nil
    }

    var errors: TemplateContext.Value {
        var summary = ErrorSummary()
        summary.add("holder", .newHolder, faults["holder"])
        summary.add("email", .emailAddress, faults["email"])
        summary.add("sure", faults["sure"])
        let text = faults["transfer"].map { Sentence(PublicSentence.notTransferredBecause, ["reason": .sentence($0)]) }
        return summary.templateValue(text ?? Sentence(PublicSentence.notTransferred))
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = ["new_holder": .text(holder), "new_email": .text(email)]
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        if !faults.isEmpty { context["transfer_open"] = .section(TemplateContext([:])) }
        return context
    }
}
