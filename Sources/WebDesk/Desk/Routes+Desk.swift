package import WebHost

extension Routes {
    /// The routes of the organizers’ pages.
    ///
    /// - Parameter imports: The uploaded lists that wait for their import.
    package static func desk(_ server: ServerContext, imports: UploadedLists) -> [Route] {
        let desk = Desk(server: server)
        let messages = messages(desk)
        let confirmation = ConfirmRecipientsPage(desk: desk)
        let routes: [Route] =
            home(desk) + organizers(desk) + verification(desk) + events(desk, LiveDashboards(server)) + messages
            + ticketTypes(desk) + orders(desk) + guests(desk) + headcounts(desk) + tickets(desk) + devices
            + ImportKind.allCases.flatMap { lists(ImportPages(desk: desk, kind: $0, imports: imports)) }
        return routes.map { route in
            route.confirmingRecipients { try await confirmation.page($0, $1) }
                .preparing { try await FlashMessage.readUnreached(&$0) }
        }
    }

    private static func home(_ desk: Desk) -> [Route] {
        let (home, list, new) = (DeskHomePage(desk: desk), EventListPage(desk: desk), NewEventPage(desk: desk))
        let organizers = OrganizerPage(desk: desk)
        return [
            .get("/desk", .signedIn) { try await home.page($0) },
            .get("/desk/events", .signedIn) { try await list.page($0) },
            .post("/desk/organizers", .member(.createOrganizer)) { try await organizers.create($0) },
            .get("/desk/organizers/:organizer", .member(.showOrganizer)) { try await organizers.page($0) },
            .get("/desk/organizers/:organizer/new", .member(.createEvent)) { try await new.page($0) },
            .post("/desk/organizers/:organizer/new", .member(.createEvent)) { try await new.create($0) },
        ]
    }

    private static func organizers(_ desk: Desk) -> [Route] {
        let (shift, programs, audit) = (ShiftPage(desk: desk), APITokenPage(desk: desk), AuditPage(desk: desk))
        let (members, webhooks) = (MembersPage(desk: desk), WebhookPages(desk: desk))
        return [
            .get("/desk/organizers/:organizer/shift", .member(.shiftEvents)) { try await shift.page($0) },
            .post("/desk/organizers/:organizer/shift", .member(.shiftEvents)) { try await shift.shift($0) },
            .get("/desk/organizers/:organizer/tokens", .member(.showAPITokens)) { try await programs.page($0) },
            .post("/desk/organizers/:organizer/tokens", .member(.makeAPIToken)) { try await programs.create($0) },
            .post("/desk/organizers/:organizer/tokens/:token/revoke", .member(.revokeAPIToken)) {
                try await programs.revoke($0)
            },
            .get("/desk/organizers/:organizer/audit", .member(.readAudit)) { try await audit.page($0) },
            .get("/desk/organizers/:organizer/audit/verify", .member(.readAudit)) { try await audit.verify($0) },
            .get("/desk/organizers/:organizer/members", .member(.manageMembers)) { try await members.page($0) },
            .post("/desk/organizers/:organizer/members", .member(.manageMembers)) { try await members.add($0) },
            .post("/desk/organizers/:organizer/members/:user/role", .member(.manageMembers)) {
                try await members.setRole($0)
            },
            .post("/desk/organizers/:organizer/members/:user/remove", .member(.manageMembers)) {
                try await members.remove($0)
            },
            .post("/desk/organizers/:organizer/members/invite", .member(.manageMembers)) {
                try await members.invite($0)
            },
            .post("/desk/organizers/:organizer/members/invitations/:invitation/withdraw", .member(.manageMembers)) {
                try await members.withdraw($0)
            },
            .get("/desk/organizers/:organizer/webhooks", .member(.showWebhooks)) { try await webhooks.list($0) },
            .post("/desk/organizers/:organizer/webhooks", .member(.makeWebhook)) { try await webhooks.create($0) },
            .get("/desk/organizers/:organizer/webhooks/:webhook", .member(.showWebhooks)) {
                try await webhooks.page($0)
            },
            .post("/desk/organizers/:organizer/webhooks/:webhook/end", .member(.endWebhook)) {
                try await webhooks.end($0)
            },
        ]
    }

    private static func verification(_ desk: Desk) -> [Route] {
        let (verify, reviews) = (VerificationPage(desk: desk), IdentityReviewPage(desk: desk))
        return [
            .get("/desk/organizers/:organizer/verify", .member(.verifyOrganizer)) { try await verify.page($0) },
            .get(IdentityReviewPage.path, .signedIn) { try await reviews.page($0) },
            .post("\(IdentityReviewPage.path)/setting", .signedIn) { try await reviews.set($0) },
            .post("\(IdentityReviewPage.path)/:organizer/accept", .signedIn) { try await reviews.accept($0) },
            .post("\(IdentityReviewPage.path)/:organizer/return", .signedIn) { try await reviews.sendBack($0) },
        ]
            + VerificationPage.StepForm.allCases.map { stepForm in
                .post("/desk/organizers/:organizer/verify/\(stepForm.rawValue)", .member(.verifyOrganizer)) {
                    try await verify.submit($0, stepForm)
                }
            }
    }

    private static func events(_ desk: Desk, _ dashboards: LiveDashboards) -> [Route] {
        let (event, edit) = (DeskEventPage(desk: desk, boards: dashboards), EventEditPage(desk: desk))
        let (ends, copies) = (EndEventPage(desk: desk), DuplicateEventPage(desk: desk))
        let history = EventHistoryPage(desk: desk)
        return [
            .get("/desk/e/:event", .member(.showEvent)) { try await event.page($0) },
            .get("/desk/e/:event/live", .member(.reportSales)) { try await event.live($0) },
            .post("/desk/e/:event/publish", .member(.publishEvent)) { try await event.publish($0) },
            .get("/desk/e/:event/edit/:step", .member(.editEvent)) { try await edit.page($0) },
            .post("/desk/e/:event/edit/:step", .member(.editEvent)) { try await edit.save($0) },
            .get("/desk/e/:event/cancel", .member(.cancelEvent)) { try await ends.page($0, .cancel) },
            .post("/desk/e/:event/cancel", .member(.cancelEvent)) { try await ends.end($0, .cancel) },
            .get("/desk/e/:event/delete", .member(.deleteEvent)) { try await ends.page($0, .delete) },
            .post("/desk/e/:event/delete", .member(.deleteEvent)) { try await ends.end($0, .delete) },
            .post("/desk/e/:event/restore", .member(.restoreEvent)) { try await ends.restore($0) },
            .get("/desk/e/:event/duplicate", .member(.duplicateEvent)) { try await copies.page($0) },
            .post("/desk/e/:event/duplicate", .member(.duplicateEvent)) { try await copies.duplicate($0) },
            .get("/desk/e/:event/history", .member(.showHistory)) { try await history.page($0) },
        ]
    }

    private static func messages(_ desk: Desk) -> [Route] {
        let (outbox, write) = (OutboxPage(desk: desk), WriteMessagePage(desk: desk))
        let settings = MessageSettingsPage(desk: desk)
        let lists = OutboxPage.Place.allCases.flatMap { place -> [Route] in
            let path = "\(place.routePath)/notices"
            return [
                .get(path, .member(.readNotices)) { try await outbox.page($0, place) },
                .get("\(path).csv", .member(.readNotices)) { try await outbox.download($0, place) },
                .post("\(path)/retry", .member(.resendTicket)) { try await outbox.retry($0, place) },
                .post("\(path)/acknowledge", .member(.resendTicket)) { try await outbox.acknowledge($0, place) },
                .post("\(path)/allow", .member(.resendTicket)) { try await outbox.allow($0, place) },
            ]
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

    private static func ticketTypes(_ desk: Desk) -> [Route] {
        let types = TicketTypePages(desk: desk)
        return [
            .get("/desk/e/:event/types", .member(.showTypes)) { try await types.list($0) },
            .get("/desk/e/:event/new-type", .member(.addType)) { try await types.new($0) },
            .post("/desk/e/:event/new-type", .member(.addType)) { try await types.add($0) },
            .get("/desk/e/:event/types/:type", .member(.editType)) { try await types.page($0) },
            .post("/desk/e/:event/types/:type", .member(.editType)) { try await types.edit($0) },
            .post("/desk/e/:event/types/:type/move", .member(.editType)) { try await types.move($0) },
            .post("/desk/e/:event/types/:type/remove", .member(.removeType)) { try await types.remove($0) },
        ]
    }

    private static func orders(_ desk: Desk) -> [Route] {
        let (orders, order) = (OrderListPage(desk: desk), DeskOrderPage(desk: desk))
        return [
            .get("/desk/e/:event/orders", .member(.showOrders)) { try await orders.page($0) },
            .post("/desk/e/:event/orders", .member(.createOrder)) { try await orders.create($0) },
            .get("/desk/e/:event/orders/:order", .member(.showOrders)) { try await order.page($0) },
            .get("/desk/e/:event/orders/:order/tickets.pdf", .member(.showTokens)) { try await order.pdf($0) },
            .post("/desk/e/:event/orders/:order/pay", .member(.payOrder)) { try await order.submit($0, .pay) },
            .post("/desk/e/:event/orders/:order/refund", .member(.refundOrder)) { try await order.submit($0, .refund) },
            .post("/desk/e/:event/orders/:order/pay-back", .member(.payBackOrder)) {
                try await order.recordRefundPayment($0)
            },
            .post("/desk/e/:event/orders/:order/cancel", .member(.cancelOrder)) { try await order.submit($0, .cancel) },
        ]
    }

    private static func guests(_ desk: Desk) -> [Route] {
        let (guests, guest, subEvents) = (
            GuestGridPage(desk: desk), DeskGuestPage(desk: desk), SubEventPages(desk: desk)
        )
        return [
            .get("/desk/e/:event/sub-events", .member(.showSubEvents)) { try await subEvents.page($0) },
            .post("/desk/e/:event/sub-events", .member(.addSubEvent)) { try await subEvents.add($0) },
            .get("/desk/e/:event/sub-events/:sub_event", .member(.editSubEvent)) { try await subEvents.form($0) },
            .post("/desk/e/:event/sub-events/:sub_event", .member(.editSubEvent)) { try await subEvents.edit($0) },
            .post("/desk/e/:event/sub-events/:sub_event/remove", .member(.removeSubEvent)) {
                try await subEvents.remove($0)
            },
            .get("/desk/e/:event/guests", .member(.showGuests)) { try await guests.page($0) },
            .post("/desk/e/:event/guests", .member(.answerInvitation), GuestGridPage.bodyLimit) {
                try await guests.save($0)
            },
            .get("/desk/e/:event/guests/:guest", .member(.showGuests)) { try await guest.page($0) },
            .post("/desk/e/:event/guests/:guest", .member(.answerInvitation)) { try await guest.answer($0) },
            .post("/desk/e/:event/guests/search", .member(.showGuests)) { try await guests.search($0) },
            .post("/desk/e/:event/guests/:guest/:sub_event", .member(.inviteGuests)) {
                try await guest.change($0, .invite)
            },
            .post("/desk/e/:event/guests/:guest/:sub_event/withdraw", .member(.inviteGuests)) {
                try await guest.change($0, .withdraw)
            },
        ]
    }

    private static func headcounts(_ desk: Desk) -> [Route] {
        let pages = HeadcountPages(desk: desk)
        return [
            .get("/desk/e/:event/headcount", .member(.showHeadcount)) { try await pages.page($0) },
            .get("/desk/e/:event/headcount.csv", .member(.showHeadcount)) { try await pages.download($0) },
            .post("/desk/e/:event/headcount", .member(.freezeHeadcount)) { try await pages.freeze($0) },
            .get("/desk/e/:event/headcount/:version", .member(.showHeadcount)) { try await pages.version($0) },
            .get("/desk/e/:event/headcount/:version/headcount.csv", .member(.showHeadcount)) {
                try await pages.downloadVersion($0)
            },
        ]
    }

    private static func tickets(_ desk: Desk) -> [Route] {
        let (tickets, ticket) = (TicketListPage(desk: desk), DeskTicketPage(desk: desk))
        return [
            .get("/desk/e/:event/tickets", .member(.showTickets)) { try await tickets.page($0) },
            .post("/desk/e/:event/tickets/search", .member(.showTickets)) { try await tickets.search($0) },
            .post("/desk/e/:event/issue", .member(.issueTickets)) { try await tickets.issue($0) },
            .get("/desk/e/:event/tickets/:code", .member(.showTickets)) { try await ticket.page($0) },
            .get("/desk/e/:event/tickets/:code/ticket.pdf", .member(.showTokens)) { try await ticket.pdf($0) },
            .post("/desk/e/:event/tickets/:code/edit", .member(.editTicket)) { try await ticket.edit($0) },
        ]
            + DeskTicketPage.Action.allCases.map { action in
                .post("/desk/e/:event/tickets/:code/\(action.rawValue)", .member(action.operation)) {
                    try await ticket.submit($0, action)
                }
            }
    }

    private static var devices: [Route] {
        let devices = DevicesPage()
        return [
            .get("/desk/e/:event/devices", .member(.showDevices)) { try await devices.page($0) },
            .post("/desk/e/:event/devices", .member(.pairDevice)) { try await devices.invite($0) },
            .post("/desk/e/:event/devices/:device/revoke", .member(.revokeDevice)) { try await devices.revoke($0) },
        ]
    }

    /// The routes for lists of one kind, such as guest lists: upload, choice of columns, and import.
    private static func lists(_ pages: ImportPages) -> [Route] {
        let (path, access) = ("/desk/e/:event/import/\(pages.kind.rawValue)", Access.member(pages.kind.operation))
        return [
            .get(path, access) { try await pages.form($0) },
            .post(path, access, .upload) { try await pages.upload($0) },
            .get("\(path)/:list", access) { try await pages.page($0) },
            .post("\(path)/:list/columns", access) { try await pages.mapColumns($0) },
            .post("\(path)/:list/confirm", access) { try await pages.confirm($0) },
            .post("\(path)/:list/forget", access) { try await pages.discard($0) },
        ]
    }
}
