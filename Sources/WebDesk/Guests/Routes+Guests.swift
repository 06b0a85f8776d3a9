import WebHost

extension Routes {
    /// The routes for an event’s sub-events and guests.
    static func guests(_ desk: Desk, _ printing: PrintJobRunner?) -> [Route] {
        let (guests, guest, subEvents) = (
            GuestGridPage(desk: desk), DeskGuestPage(desk: desk), SubEventPages(desk: desk)
        )
        let bulk = GuestBulkPages(desk: desk, printing: printing)
        let exports = ListFormat.allCases.map { format in
            Route.get("/desk/e/:event/guests.\(format.rawValue)", .member(.showGuests)) {
                try await bulk.export($0, format)
            }
        }
        let routes: [Route] = [
            .get("/desk/e/:event/sub-events", .member(.showSubEvents)) { try await subEvents.page($0) },
            .post("/desk/e/:event/sub-events", .member(.addSubEvent)) { try await subEvents.add($0) },
            .post("/desk/e/:event/sub-events/set", .member(.addSubEvent)) { try await subEvents.addSet($0) },
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
            .post("/desk/e/:event/guests/bulk", .member(.showGuests)) { try await bulk.submit($0) },
            .post("/desk/e/:event/guests/add", .member(.addGuest)) { try await guests.add($0) },
            .post("/desk/e/:event/guests/invite", .member(.inviteGuests)) { try await guests.inviteEverybody($0) },
            .post("/desk/e/:event/guests/:guest/edit", .member(.editGuest)) { try await guest.edit($0) },
            .post("/desk/e/:event/guests/:guest/remove", .member(.removeGuest)) { try await guest.remove($0) },
            .post("/desk/e/:event/guests/:guest/:sub_event", .member(.inviteGuests)) {
                try await guest.change($0, .invite)
            },
            .post("/desk/e/:event/guests/:guest/:sub_event/withdraw", .member(.inviteGuests)) {
                try await guest.change($0, .withdraw)
            },
        ]
        return exports + routes
    }

    /// The routes for an event’s tables and households.
    static func seating(_ desk: Desk) -> [Route] {
        let (seating, households) = (SeatingPage(desk: desk), HouseholdPage(desk: desk))
        return [
            .get("/desk/e/:event/seating", .member(.showGuests)) { try await seating.page($0) },
            .get("/desk/e/:event/seating.pdf", .member(.showGuests)) { try await seating.pdf($0) },
            .post("/desk/e/:event/seating", .member(.seatGuests), SeatingPage.bodyLimit) {
                try await seating.move($0)
            },
            .get("/desk/e/:event/households", .member(.showGuests)) { try await households.page($0) },
            .post("/desk/e/:event/households/search", .member(.showGuests)) { try await households.search($0) },
        ]
    }

    static func headcounts(_ desk: Desk) -> [Route] {
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
}
