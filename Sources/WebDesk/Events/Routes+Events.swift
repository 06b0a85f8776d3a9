import WebHost

extension Routes {
    /// The routes for one event: its overview and history, and the pages that edit, cancel, delete, restore and
    /// duplicate the event.
    static func events(_ desk: Desk, _ dashboards: LiveDashboards) -> [Route] {
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

    /// The routes for the list of events: search, exports, the edit of several events, and the calendar.
    static func eventLists(_ desk: Desk) -> [Route] {
        let (list, batch, calendar) = (
            EventListPage(desk: desk), EventBatchPage(desk: desk), EventCalendarPage(desk: desk)
        )
        let exports = ListFormat.allCases.map { format in
            Route.get("\(EventListPage.path).\(format.rawValue)", .signedIn) { try await list.export($0, format) }
        }
        let routes: [Route] = [
            .post("\(EventListPage.path)/search", .signedIn) { try await list.search($0) },
            .post("\(EventListPage.path)/bulk", .signedIn) { try await list.bulk($0) },
            // The rights are checked for each event.
            .get(EventBatchPage.path, .signedIn) { try await batch.page($0) },
            .post(EventBatchPage.path, .signedIn) { try await batch.submit($0) },
            .get(EventCalendarPage.path, .signedIn) { try await calendar.page($0) },
        ]
        return exports + routes
    }

    static func ticketTypes(_ desk: Desk) -> [Route] {
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
}
