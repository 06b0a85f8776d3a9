import WebHost

extension Routes {
    /// The routes for messages: outbox, a page to write a message, notice centre, settings, templates, and reminders.
    static func messages(_ desk: Desk) -> [Route] {
        let (outbox, write) = (OutboxPage(desk: desk), WriteMessagePage(desk: desk))
        let settings = MessageSettingsPage(desk: desk)
        let bulk = OutboxBulkPages(page: outbox)
        let lists = OutboxPage.Place.allCases.flatMap { place -> [Route] in
            let path = "\(place.routePath)/notices"
            let exports = ListFormat.allCases.map { format in
                Route.get("\(path).\(format.rawValue)", .member(.readNotices)) {
                    try await bulk.export($0, place, format)
                }
            }
            let routes: [Route] = [
                .get(path, .member(.readNotices)) { try await outbox.page($0, place) },
                .post("\(path)/search", .member(.readNotices)) { try await outbox.search($0, place) },
                .post("\(path)/bulk", .member(.readNotices)) { try await bulk.submit($0, place) },
                .post("\(path)/retry", .member(.resendTicket)) { try await outbox.retry($0, place) },
                .post("\(path)/acknowledge", .member(.resendTicket)) { try await outbox.acknowledge($0, place) },
                .post("\(path)/allow", .member(.resendTicket)) { try await outbox.allow($0, place) },
            ]
            return exports + routes
        }
        let pages: [Route] = [
            .get("/desk/e/:event/write", .member(.writeMessage)) { try await write.page($0) },
            .post("/desk/e/:event/write", .member(.writeMessage)) { try await write.submit($0) },
            .get(NoticeCentrePage.path, .signedIn) { try await NoticeCentrePage(desk: desk).page($0) },
            .get(MessageSettingsPage.path, .signedIn) { try await settings.page($0) },
            .post("\(MessageSettingsPage.path)/test", .signedIn) { try await settings.sendTest($0) },
        ]
        return lists + pages + messageTexts(desk)
    }

    /// The routes for an organizer’s message templates and an event’s reminders.
    private static func messageTexts(_ desk: Desk) -> [Route] {
        let (templates, reminders) = (MessageTemplatePages(desk: desk), RemindersPage(desk: desk))
        let path = "/desk/organizers/:organizer/templates"
        return [
            .get(path, .member(.editTemplate)) { try await templates.list($0) },
            .get("\(path)/edit", .member(.editTemplate)) { try await templates.page($0) },
            .post("\(path)/edit", .member(.editTemplate)) { try await templates.submit($0) },
            .post("\(path)/reset", .member(.editTemplate)) { try await templates.reset($0) },
            .get("/desk/e/:event/reminders", .member(.editReminder)) { try await reminders.page($0) },
            .post("/desk/e/:event/reminders", .member(.editReminder)) { try await reminders.add($0) },
            .post("/desk/e/:event/reminders/:reminder/remove", .member(.editReminder)) {
                try await reminders.remove($0)
            },
        ]
    }
}
