import WebHost

extension Routes {
    /// The routes of the desk's home page, the list of events, the search, the design pages, and the pages of
    /// organizers and new events.
    static func home(_ desk: Desk, _ totals: LiveTotals) -> [Route] {
        let home = DeskHomePage(desk: desk, liveTotals: totals)
        let (list, new) = (EventListPage(desk: desk), NewEventPage(desk: desk))
        let (organizers, design) = (OrganizerPage(desk: desk, home: home), DesignPage(desk: desk))
        let (search, choice) = (SearchPage(desk: desk), AreaChoicePage(desk: desk))
        return [
            .get(DeskHomePage.path, .signedIn) { try await home.page($0) },
            .get("\(DeskHomePage.path)/live", .signedIn) { try await home.live($0) },
            .get("/desk/events", .signedIn) { try await list.page($0) },
            .get("\(AreaChoicePage.path)/:area", .signedIn) { try await choice.page($0) },
            .get(SearchPage.path, .signedIn) { try await search.page($0) },
            .post(SearchPage.path, .signedIn) { try await search.search($0) },
            .get(DesignPage.path, .signedIn) { try await design.page($0) },
            .get(DesignPage.listsPath, .signedIn) { try await design.listsPage($0) },
            .get(DesignPage.publicPath, .signedIn) { try await design.publicPage($0) },
            .get(DesignPage.gatePath, .signedIn) { try await design.gatePage($0) },
            .get(DesignPage.posterPath, .signedIn) { _ in try design.poster() },
            .get(DesignPage.symbolPath, .signedIn) { _ in try design.symbol() },
            .post("/desk/organizers", .member(.createOrganizer)) { try await organizers.create($0) },
            .get("/desk/organizers/:organizer", .member(.showOrganizer)) { try await organizers.page($0) },
            .get("/desk/organizers/:organizer/new", .member(.createEvent)) { try await new.page($0) },
            .post("/desk/organizers/:organizer/new", .member(.createEvent), .picture) { try await new.create($0) },
        ]
    }
}
