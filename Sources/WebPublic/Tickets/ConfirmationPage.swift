import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page behind the link in a message about a reservation. With the page's buttons, a visitor confirms the
/// reservation, or releases its tickets. Opening the page confirms nothing, because programs that check mail for
/// viruses open links, too.
struct ConfirmationPage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse { try await page(request, fault: nil) }

    func confirm(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let secret = try secret(request)
        guard try VisitorCookie(request.headers).verifies(form) else {
            return try await page(request, fault: Sentence(PublicSentence.cookieFault), status: .forbidden)
        }
        let fault: Sentence
        do {
            if try form.value("release") != nil {
                try await site.withStorefront { try $0.releaseReservation(secret) }
                return .seeOther("/confirm/\(request.pathParameter("secret") ?? "")")
            }
            let link = try await site.withStorefront { try $0.confirmReservation(secret) }
            return .seeOther("/o/\(link.path)")
        } catch let error as StorefrontError {
            fault = error.publicSentence
        } catch SalesError.orderFaults(let faults) {
            fault = .list(faults.map(\.publicSentence))
        } catch let error as ManagementError {
            fault = error.publicSentence
        }
        return try await page(request, fault: fault, status: .unprocessableContent)
    }

    private func secret(_ request: PageRequest) throws -> ConfirmationSecret {
        guard let secret = try ConfirmationSecret(text: request.pathParameter("secret") ?? "") else {
            throw Problem.pageNotFound
        }
        return secret
    }

    /// - Parameter fault: the reason why the reservation was not confirmed; nil if the visitor has not tried to confirm
    ///   it.
    private func page(
        _ request: PageRequest, fault: Sentence?, status: HTTPResponse.Status = .ok
    ) async throws -> RouteResponse {
        let secret = try secret(request)
        guard let found = try await site.withStorefront({ try $0.reservation(secret) }) else {
            throw Problem.pageNotFound
        }
        let visitor = try VisitorCookie(request.headers)
        let event = EventTemplateContext(found.event, organizer: found.organizer, in: request.language)
        var context = event.context
        context["theme"] = try await site.theme(of: found.event)
        context.merge(found.pictures.logoContext) { $1 }
        context["visitor_code"] = try visitor.code
        context["path"] = .text("/confirm/\(request.pathParameter("secret") ?? "")")
        context["buyer"] = .text(found.order.buyer.name)
        context["lines"] = .list(
            found.order.lines.map { line in
                let type = found.types.first { $0.number == line.type }?.name ?? ""
                return TemplateContext([
                    "line": .sentence(
                        PublicSentence.typeAndCount, ["type": .text(type), "count": .number(line.count)])
                ])
            })
        context["total"] = .sentence(found.total(in: request.language))
        // Nothing is due once the tickets are paid for, or once the reservation has ended.
        let isUnpaid = found.order.awaitsConfirmation || found.order.isDueAtTheDoor
        if isUnpaid, let payBy = found.payBy { context["pay_by"] = .text(event.eventText.moment(payBy)) }
        func moment(_ instant: Instant) -> SentenceArgument { .text(event.eventText.moment(instant)) }
        switch found.state {
        case .waiting(let deadline):
            context["until"] = .text(event.eventText.moment(deadline))
            context["open"] = .sentence(PublicSentence.confirmHint)
        case .lapsed(let deadline):
            context["open"] = .sentence(PublicSentence.lateHint, ["moment": moment(deadline)])
        case .confirmed(let link):
            context["done"] = .sentence(PublicSentence.reservationConfirmed)
            if let link { context["order_path"] = .text("/o/\(link.path)") }
        case .cancelled: context["ended"] = .sentence(PublicSentence.reservationCancelled)
        }
        if context["open"] != nil, found.asksForNews {
            context["news"] = .sentence(PublicSentence.newsAgreed, ["organizer": .text(found.organizer)])
        }
        let conflicts = ConfirmationPage.conflicts(of: found, in: request.language)
        if !conflicts.isEmpty { context["others"] = .section(TemplateContext(["conflicts": .list(conflicts)])) }
        if let fault {
            context["errors"] = ErrorSummary().templateValue(
                Sentence(PublicSentence.notConfirmed, ["reason": .sentence(fault)]))
        }
        return visitor.settingCookie(
            try request.localizedPage(
                "confirmation", title: Sentence(PublicSentence.yourReservation), status: status, context))
    }

    /// Other events at about the same time for which the buyer has tickets. The link was sent only to the buyer's
    /// address. So a visitor cannot see the tickets of another person by entering that person's address.
    private static func conflicts(of found: LinkedReservation, in language: Language) -> [TemplateContext] {
        found.conflicts.map { other in
            let text = EventTemplateContext(other.event, organizer: "", in: language).eventText
            return TemplateContext([
                "conflict": .sentence(
                    other.conflict.sentence, ["event": .text(text.title), "time": .text(text.when ?? "")])
            ])
        }
    }
}

extension LinkedReservation {
    fileprivate func total(in language: Language) -> Sentence {
        guard order.total > 0, let total = order.money(order.total) else { return Sentence(PublicSentence.free) }
        return .verbatim(total.text(in: language.locale))
    }
}

extension TicketConflict {
    fileprivate var sentence: PublicSentence {
        switch self {
        case .sameTime: .conflictSameTime
        case .overlap: .conflictOverlap
        case .close: .conflictClose
        case .far: .conflictFar
        }
    }
}
