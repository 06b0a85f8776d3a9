import HTTPTypes
import Languages
import Management
import MessageTransport
import Ticketing
import WebHost

/// The pages on which a visitor finds all current tickets for an e-mail address or phone number. The server sends a
/// link and a code to this address or number, to check that it belongs to the visitor. No response of the server
/// reveals whether there are tickets for an address or number.
struct FindTicketsPage: Sendable {
    let site: PublicSite
    /// Limits how often the visitors of one network can request messages.
    private let requestRateLimit = RateLimit(burst: 30, perSecond: 0.02)
    /// Limits how often the visitors of one network can enter codes.
    private let codeRateLimit = RateLimit(burst: 30, perSecond: 0.02)

    init(site: PublicSite) { self.site = site }

    func page(_ request: PageRequest) async throws -> RouteResponse { try requestPage(request, FindTicketsForm()) }

    func send(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        var form = try FindTicketsForm(fields)
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try requestPage(request, form, status: .forbidden)
        }
        try requestRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        guard let address = try form.parseAddress(for: channels) else {
            return try requestPage(request, form, status: .unprocessableContent)
        }
        guard try channels.contains(address.channel) else {
            form.faults["address"] = Sentence(address.channel == .email ? FindingSentence.noEmail : .noSMS)
            return try requestPage(request, form, status: .unprocessableContent)
        }
        switch try await site.withStorefront({ try $0.requestTickets(of: address) }) {
        case .accepted: return try codePage(request, form, isRequested: true)
        case .tooMany(let seconds):
            form.faults["address"] = Sentence(
                FindingSentence.tooManyMessages, ["count": .number((seconds + 59) / 60)])
            var response = try requestPage(request, form, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
    }

    func code(_ request: PageRequest) async throws -> RouteResponse { try codePage(request, FindTicketsForm()) }

    func enter(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        var form = try FindTicketsForm(fields)
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try codePage(request, form, status: .forbidden)
        }
        try codeRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        let address = try form.parseAddress(for: channels)
        guard form.checkCode(), let address else {
            return try codePage(request, form, status: .unprocessableContent)
        }
        let code = form.code
        switch try await site.withStorefront({ try $0.enter(code: code, of: address) }) {
        case .right(let link): return .seeOther("/find/\(link)")
        case .wrong(triesLeft: 0): form.faults["code"] = Sentence(FindingSentence.lastWrongCode)
        case .wrong(triesLeft: let left):
            form.faults["code"] = Sentence(FindingSentence.wrongCode, ["count": .number(left)])
        case .noCode: form.faults["code"] = Sentence(FindingSentence.noCode)
        }
        return try codePage(request, form, status: .unprocessableContent)
    }

    /// The page with the tickets for the e-mail address or phone number to which the link was sent.
    func tickets(_ request: PageRequest) async throws -> RouteResponse {
        let link = request.pathParameter("secret") ?? ""
        guard let found = try await site.withStorefront({ try $0.foundTickets(link) }) else {
            throw Problem.pageNotFound
        }
        var context: [String: TemplateContext.Value] = [
            "tickets_of": .sentence(FindingSentence.ticketsOf, ["address": .text(found.address)]),
            "events": .list(found.events.map { FindTicketsPage.context(of: $0, in: request.language) }),
        ]
        if found.events.isEmpty { context["none"] = .section(TemplateContext([:])) }
        if found.isTruncated {
            context["first_tickets"] = .sentence(
                FindingSentence.firstTickets, ["count": .number(Storefront.maximumFoundTickets)])
        }
        return try request.localizedPage("find-tickets", title: Sentence(PublicSentence.yourTickets), context)
    }

    private static func context(of found: FoundTickets.AtEvent, in language: Language) -> TemplateContext {
        var context = EventTemplateContext(found.event, organizer: found.organizer, in: language).context
        context["number"] = .text("\(found.event.number)")
        context["tickets"] = .list(
            found.tickets.map { entry in
                let type = found.types.first { $0.number == entry.ticket.type }
                var context: [String: TemplateContext.Value] = [
                    "code": .text("\(entry.ticket.code)"), "type": .text(type?.name ?? ""),
                    "ticket_state": .sentence(entry.ticket.holderState(in: language)),
                    "ticket_remark": .sentence(entry.ticket.status.refusal),
                ]
                if let holder = entry.ticket.holder { context["holder"] = .text(holder) }
                if let link = entry.link { context["link"] = .text("/t/\(link.path)") }
                return TemplateContext(context)
            })
        return TemplateContext(context)
    }

    private var channels: Set<Notice.Channel> {
        get throws {
            guard let settings = try site.server.messages?() else { return [] }
            return Set(Notice.Channel.allCases.filter { settings.sends(by: $0) })
        }
    }

    private func addressLabel(_ channels: Set<Notice.Channel>) -> Sentence {
        switch (channels.contains(.email), channels.contains(.sms)) {
        case (true, false): Sentence(PublicSentence.emailAddress)
        case (false, true): Sentence(FindingSentence.phoneNumber)
        case (true, true), (false, false): Sentence(FindingSentence.emailOrPhone)
        }
    }

    private func requestPage(
        _ request: PageRequest, _ form: FindTicketsForm, status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        let channels = try self.channels
        let label = addressLabel(channels)
        var context = form.context
        if channels.isEmpty { context["silent"] = .section(TemplateContext([:])) }
        if !form.faults.isEmpty {
            context["errors"] = form.errors(addressLabel: label, .notSent, because: .notSentBecause)
        }
        return try response(request, "find", title: .title, label, context, status)
    }

    /// - Parameter isRequested: whether the visitor has just requested a message.
    private func codePage(
        _ request: PageRequest, _ form: FindTicketsForm, isRequested: Bool = false, status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        let label = addressLabel(try channels)
        var context = form.context
        if isRequested { context["requested"] = .section(TemplateContext([:])) }
        context["minutes"] = .text("\(Storefront.codeMinutes)")
        context["hours"] = .text("\(Storefront.linkHours)")
        if !form.faults.isEmpty {
            context["errors"] = form.errors(addressLabel: label, .notShown, because: .notShownBecause)
        }
        return try response(request, "find-code", title: .codeTitle, label, context, status)
    }

    private func response(
        _ request: PageRequest, _ template: String, title: FindingSentence, _ addressLabel: Sentence,
        _ context: [String: TemplateContext.Value], _ status: HTTPResponse.Status
    ) throws -> RouteResponse {
        // Without signing keys, the server has no public site.
        guard site.server.keys != nil else { throw Problem.pageNotFound }
        let visitor = try VisitorCookie(request.headers)
        var context = context
        context["visitor_code"] = try visitor.code
        context["address_label"] = .sentence(addressLabel)
        return visitor.settingCookie(
            try request.localizedPage(template, title: Sentence(title), status: status, context))
    }
}
