import AttendeePack
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The public page of an event, with its ticket types and the form that reserves tickets. After the visitor sends the
/// form, the summary of the order appears (`OrderSummaryPage`).
///
/// `scripts/share.js` shares the page's link, `scripts/reserve.js` shows the running sum, and `scripts/countdown.js`
/// shows the time left.
struct PublicEventPage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse {
        try await page(request, ReservationForm(request: VisitorCookie.randomHexadecimal(bytes: 16)))
    }

    func calendar(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await event(request)
        let context = EventTemplateContext(
            found.event, organizer: found.organizer, edits: found.edits, in: request.language)
        do {
            let text = try CalendarEntry.text(for: context.event, created: found.event.published ?? found.event.created)
            return RouteResponse.text(text, type: MediaType.calendar).asAttachment(
                as: "\(found.event.slug).ics")
        } catch {
            throw Problem.pageNotFound
        }
    }

    func reserve(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        var form = try ReservationForm(fields)
        let found = try await event(request)
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try await page(request, form, status: .forbidden)
        }
        let network = "\(try request.caller().address)"
        try site.reservationRateLimit.consume(network, at: site.server.now()).requireGranted()
        let likeness = try request.contentDigest(of: fields, from: fields.value(CSRFToken.field) ?? "")
        if !form.isRepeatConfirmed,
            let same = await site.server.formSubmissions.recentDuplicate(
                like: likeness, by: form.request, at: site.server.now())
        {
            form.faults[DuplicateSubmission.field] = same.sentence
            return try await page(request, form, status: .unprocessableContent)
        }
        let (draft, requestID, newsText) = (form.draft, form.request, form.newsText)
        let use = try consumeQuota(draft, by: network, for: "\(found.event.number) \(requestID) \(likeness)")
        do {
            let link = try await site.withStorefront {
                try $0.reserve(draft, of: found.event.number, request: requestID, newsText: newsText)
            }
            await site.server.formSubmissions.record(likeness, by: requestID, madeAt: site.server.now())
            return .seeOther("/o/\(link.path)")
        } catch let error as StorefrontError {
            form.addFaults(error)
        } catch let error as SalesError {
            form.addFaults(error)
        } catch let error as ManagementError {
            form.addFaults(error)
        } catch {
            if let use { site.reservationQuota.release(use, by: network) }
            throw error
        }
        if let use { site.reservationQuota.release(use, by: network) }
        return try await page(request, form, status: .unprocessableContent)
    }

    /// Counts the tickets of an order draft against the hourly quota of the visitor's network.
    ///
    /// - Returns: the id of this use of the quota; nil if the draft has more tickets than an order is allowed to have.
    ///   `Storefront` rejects such a draft.
    /// - Throws: `Problem` 429 if the quota is used up.
    private func consumeQuota(
        _ draft: OrderDraft, by network: String, for requestID: String
    ) throws -> HourlyQuota.UseID? {
        let count = draft.lines.reduce(0) { $0 + min(max($1.count, 0), Storefront.maximumTicketsPerAddress) }
        guard count <= Storefront.maximumTicketsPerAddress else { return nil }
        switch site.reservationQuota.consume(count, by: network, for: requestID, at: site.server.now()) {
        case .granted(let use): return use
        case .wait(let seconds):
            var problem = Problem(
                .tooManyRequests, title: Sentence(PageSentence.tooManyRequests),
                Sentence(
                    PageSentence.networkQuotaAbout,
                    ["limit": .number(PublicSite.hourlyQuota), "count": .number((seconds + 59) / 60)]))
            problem.headers[.retryAfter] = "\(seconds)"
            throw problem
        }
    }

    func event(_ request: PageRequest) async throws -> PublicEvent {
        let name = request.pathParameter("event") ?? ""
        guard let found = try await site.withStorefront({ try $0.event(named: name) }) else {
            throw Problem.pageNotFound
        }
        return found
    }

    private static let mostSimilar = 4

    /// Template values for two links: to the event’s category, and to the form that reports the event. Also contains
    /// the card of the organizer, the similar events, and the data for search engines and link previews.
    private func discovery(
        _ found: PublicEvent, _ texts: EventText, _ request: PageRequest
    ) async throws -> [String: TemplateContext.Value] {
        let (similar, organizer, takesAbuseReports) = try await site.withStorefront {
            (
                try $0.similar(to: found.event, limit: PublicEventPage.mostSimilar),
                try $0.organizerCard(of: found.event), try $0.takesAbuseReports()
            )
        }
        let path = "/events/\(found.event.slug)"
        let description = found.event.details.about.map { FormattedText($0).plainText }
        let about = [texts.when, texts.location, description].compactMap(\.self).joined(separator: " · ")
        var context: [String: TemplateContext.Value] = [
            "preview": .section(
                LinkPreview(
                    title: texts.title, about: about, path: path, picture: ShareCards.path(of: found.event), request
                ).context),
            "category_code": .text(found.event.details.category.rawValue),
            "event_number": .text("\(found.event.number)"),
        ]
        if let origin = request.origin {
            let data = EventLinkedData(found, texts, organizerSlug: organizer?.slug, origin: origin)
            context["linked"] = .section(TemplateContext(["event_json": .json(data.json)]))
        }
        if !similar.isEmpty {
            context["similar"] = .section(
                TemplateContext(["events": .list(similar.map { EventCardContext($0, in: request.language).context })]))
        }
        if let organizer { context["organizer_card"] = .section(organizer.context) }
        if takesAbuseReports { context["report_path"] = .text("\(path)/report") }
        let category = found.event.details.category
        // The category “Other” gives visitors no information.
        if category != .other {
            context["category"] = .section(
                TemplateContext([
                    "category_path": .text("/events?category=\(category.rawValue)"),
                    "category_name": .sentence(category.sentence),
                ]))
        }
        return context
    }

    func page(_ request: PageRequest, _ form: ReservationForm, status: HTTPResponse.Status = .ok) async throws
        -> RouteResponse
    {
        let found = try await event(request)
        let language = request.language
        let event = EventTemplateContext(
            found.event, organizer: found.organizer, edits: found.edits, in: language)
        let visitor = try VisitorCookie(request.headers)
        var context = event.context.merging(form.context) { $1 }
        context.merge(try await discovery(found, event.eventText, request)) { $1 }
        context["visitor_code"] = try visitor.code
        context["theme"] = try await site.theme(of: found.event)
        context.merge(found.pictures.eventContext(posterSizes: "16rem")) { $1 }
        switch found.event.phase(at: site.server.now()) {
        case .cancelled: context["cancelled"] = .section(TemplateContext([:]))
        case .completed: context["over"] = .section(TemplateContext([:]))
        default: break
        }
        let types = found.types.map {
            TicketTypeContext($0, event.eventText, count: form.counts[$0.type.number], in: language)
        }
        context["types"] = .list(types.map(\.context))
        if types.isEmpty { context["nothing_on_sale"] = .section(TemplateContext([:])) }
        context.merge(EventHead(found, types, at: site.server.now(), in: language).context) { $1 }
        let choices = types.filter { !$0.choices.isEmpty }
        if !choices.isEmpty { context["form"] = .section(TemplateContext([:])) }
        if choices.contains(where: \.hasPrice) { context["paid"] = .section(TemplateContext([:])) }
        if found.event.details.minimumAge != nil || choices.contains(where: \.hasMinimumAge) {
            context["asks_birth_date"] = .section(TemplateContext([:]))
        }
        // Every visitor enters an e-mail address, but the phone number is optional. So the page promises a mail, and no
        // text message.
        if !choices.isEmpty, try await site.withStorefront({ try $0.confirmsReservations(.email) }) {
            context["link_follows"] = .sentence(
                PublicSentence.linkFollows, ["count": .number(OrderConfirmation.minutes)])
            // News needs a confirmed address. The confirmation of a reservation by e-mail confirms the address, too. So
            // the form offers news only if reservations are confirmed by e-mail.
            context["news"] = .section(form.newsContext(organizer: found.organizer))
        }
        context["limit"] = .sentence(PublicSentence.limit, ["count": .number(Storefront.maximumTicketsPerAddress)])
        if !form.faults.isEmpty { context["errors"] = form.errors(firstCount: choices.first?.fieldID) }
        return visitor.settingCookie(
            try request.localizedPage(
                "public-event", title: .verbatim(event.eventText.title), status: status, context))
    }
}
