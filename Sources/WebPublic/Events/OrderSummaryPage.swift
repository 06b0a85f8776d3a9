import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page that shows an order before the visitor makes it: the tickets, their prices and sum, and the visitor’s other
/// events at the same time. The page reserves nothing. Its button sends the order to `PublicEventPage.reserve`.
///
/// `scripts/reserve.js` sends the event numbers of the other events for which this browser has reserved tickets. The
/// server does not search for these events by the visitor’s e-mail address. Otherwise, a visitor could enter another
/// person’s address, and learn which tickets that person has.
struct OrderSummaryPage: Sendable {
    let site: PublicSite

    private var eventPage: PublicEventPage { PublicEventPage(site: site) }

    /// The summary of the sent order. If the order has faults, or if the visitor wants to change the order, returns the
    /// page of the event instead.
    func page(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        var form = try ReservationForm(fields)
        let visitor = try VisitorCookie(request.headers)
        guard try visitor.verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try await eventPage.page(request, form, status: .forbidden)
        }
        if try fields.value("change") != nil { return try await eventPage.page(request, form) }
        let found = try await eventPage.event(request)
        let (draft, others) = (form.draft, try OrderSummaryPage.reservedEvents(fields))
        do {
            let (preview, isConfirmedByMail) = try await site.withStorefront {
                (try $0.preview(draft, of: found.event.number, besides: others), try $0.confirmsReservations(.email))
            }
            var context = self.context(of: preview, form, in: request.language)
            context["visitor_code"] = try visitor.code
            context["theme"] = try await site.theme(of: found.event)
            context.merge(found.pictures.logoContext) { $1 }
            if isConfirmedByMail {
                context["link_follows"] = .sentence(
                    PublicSentence.linkFollows, ["count": .number(OrderConfirmation.minutes)])
            }
            return try request.localizedPage(
                "order-summary", title: Sentence(TicketPageSentence.checkOrder), context)
        } catch let error as StorefrontError {
            form.addFaults(error)
        } catch let error as SalesError {
            form.addFaults(error)
        } catch let error as ManagementError {
            form.addFaults(error)
        }
        return try await eventPage.page(request, form, status: .unprocessableContent)
    }

    /// Redirects a GET request to the page of the event, because a summary is only the response to a sent form.
    func event(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await eventPage.event(request)
        return .seeOther("/events/\(found.event.slug)")
    }

    /// The event numbers that the browser has sent: at most the first `Storefront.mostNamedEvents`, without invalid
    /// numbers.
    private static func reservedEvents(_ fields: FormFields) throws -> [EventNumber] {
        let names = try fields.value("reserved")?.split(separator: ",").prefix(Storefront.mostNamedEvents) ?? []
        return names.compactMap { UInt32($0).flatMap(EventNumber.init) }
    }

    private func context(
        of preview: ReservationPreview, _ form: ReservationForm, in language: Language
    ) -> [String: TemplateContext.Value] {
        let event = EventTemplateContext(preview.event, organizer: preview.organizer, in: language)
        var context = event.context
        context["event_number"] = .text("\(preview.event.number)")
        context["category_code"] = .text(preview.event.details.category.rawValue)
        context["lines"] = .list(
            preview.lines.map { OrderSummaryPage.line(of: $0.type, count: $0.count, in: language) })
        context["total"] = .sentence(
            preview.total.map { Sentence.verbatim($0.text(in: language.locale)) } ?? Sentence(PublicSentence.free))
        if preview.total != nil { context["paid"] = .section(TemplateContext([:])) }
        if let payBy = preview.payBy { context["pay_by"] = .text(event.eventText.moment(payBy)) }
        let typed = form.draft.buyer
        context["buyer"] = .text(typed.name)
        if let email = typed.email { context["email"] = .text(email) }
        if let phone = typed.phone { context["phone"] = .text(phone) }
        context["fields"] = .list(
            form.sentFields.map { TemplateContext(["field_name": .text($0.name), "field_value": .text($0.value)]) })
        let conflicts = preview.conflicts.map { other in
            let text = EventTemplateContext(other.event, organizer: "", in: language).eventText
            return TemplateContext([
                "conflict": .sentence(
                    other.conflict.summarySentence, ["event": .text(text.title), "time": .text(text.when ?? "")])
            ])
        }
        if !conflicts.isEmpty { context["others"] = .section(TemplateContext(["conflicts": .list(conflicts)])) }
        return context
    }

    /// The template values for a ticket type in the order: the number of tickets, the price of one ticket, and the sum.
    private static func line(of type: TicketType, count: Int, in language: Language) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "line": .sentence(PublicSentence.typeAndCount, ["type": .text(type.name), "count": .number(count)]),
            "line_sum": .sentence(PublicSentence.free),
        ]
        if !type.isFree, let price = type.price, let sum = price.times(count) {
            context["line_sum"] = .text(sum.text(in: language.locale))
            if count > 1 {
                context["price_of_one"] = .sentence(TicketPageSentence.eachTicket, ["price": .money(price)])
            }
        }
        return TemplateContext(context)
    }
}

extension TicketConflict {
    /// A sentence for a visitor who has not sent the order yet. It says that the visitor has already reserved tickets
    /// for another event at about the same time.
    fileprivate var summarySentence: TicketPageSentence {
        switch self {
        case .sameTime: .reservedSameTime
        case .overlap: .reservedOverlap
        case .close: .reservedClose
        case .far: .reservedFar
        }
    }
}
