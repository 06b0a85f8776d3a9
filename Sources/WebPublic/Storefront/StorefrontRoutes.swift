import MessageTransport
package import WebHost

extension Routes {
    /// The routes of the public site. The home page and event pages are for everyone. The pages of orders,
    /// reservations, tickets, invitations and message preferences are for anyone who has the link to the page.
    package static func storefront(_ site: PublicSite) -> [Route] {
        let (browse, event) = (EventSearchPage(site: site), PublicEventPage(site: site))
        let (order, ticket) = (OrderPage(site: site), TicketPage(site: site))
        let (invitation, download) = (InvitationPage(site: site), TicketDownload(site: site))
        let (confirmation, summary) = (ConfirmationPage(site: site), OrderSummaryPage(site: site))
        let (finding, preferences) = (FindTicketsPage(site: site), PreferencesPage(site: site))
        let (unsubscription, reports) = (UnsubscribePage(site: site), SMSReportHook(site: site))
        let abuse = AbuseReportPage(site: site)
        let routes: [Route] = [
            .get("/", .anybody) { try await HomePage(site: site).page($0) },
            .get("/events", .anybody) { try await browse.page($0) },
            .get("/events/:event", .anybody) { try await event.page($0) },
            .get("/events/:event/calendar.ics", .anybody) { try await event.calendar($0) },
            .get("/events/:event/card.jpg", .anybody) { try await ShareCards(site: site).card($0) },
            .get("/events/:event/summary", .anybody) { try await summary.event($0) },
            .post("/events/:event/summary", .anybody) { try await summary.page($0) },
            .post("/events/:event/reserve", .anybody) { try await event.reserve($0) },
            .get("/events/:event/report", .anybody) { try await abuse.page($0) },
            .post("/events/:event/report", .anybody) { try await abuse.send($0) },
            .get("/themes/:file", .anybody) { try Themes.sheet($0) },
            .get("/pictures/:picture/:file", .anybody) { try await PictureFiles(site: site).file($0) },
            .get("/o/:event/:order/:secret", .anybody) { try await order.page($0) },
            .get("/confirm/:secret", .anybody) { try await confirmation.page($0) },
            .post("/confirm/:secret", .anybody) { try await confirmation.confirm($0) },
            .get("/t/:event/:code/:secret", .anybody) { try await ticket.page($0) },
            .get("/t/:event/:code/:secret/symbol.svg", .anybody) { try await ticket.symbol($0) },
            .get("/t/:event/:code/:secret/calendar.ics", .anybody) { try await ticket.calendar($0) },
            .get("/t/:event/:code/:secret/download/:form", .anybody) { try await download.answer($0) },
            .post("/t/:event/:code/:secret/transfer", .anybody) { try await ticket.transfer($0) },
            .get("/i/:event/:code/:secret", .anybody) { try await invitation.page($0) },
            .post("/i/:event/:code/:secret/answer", .anybody, InvitationPage.bodyLimit) {
                try await invitation.answer($0)
            },
            .get("/find", .anybody) { try await finding.page($0) },
            .post("/find", .anybody) { try await finding.send($0) },
            .get("/find/code", .anybody) { try await finding.code($0) },
            .post("/find/code", .anybody) { try await finding.enter($0) },
            .get("/find/:secret", .anybody) { try await finding.tickets($0) },
            .get("/m/:secret", .anybody) { try await preferences.page($0) },
            .post("/m/:secret", .anybody) { try await preferences.change($0) },
            .get(PushWorker.path, .anybody) { _ in try PushWorker.response() },
            .get("/m/:secret/unsubscribe", .anybody) { try await unsubscription.page($0) },
            .post("/m/:secret/unsubscribe", .anybody) { try await unsubscription.turnOff($0) }.acceptingOtherSites,
            .post("\(MessageSettings.reportPath)/:secret", .anybody, SMSReportHook.bodyLimit) {
                try await reports.receive($0)
            },
        ]
        return routes + discovery(site)
    }
}
