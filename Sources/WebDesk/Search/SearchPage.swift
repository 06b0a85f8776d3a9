import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The search in all events of the user, for orders, tickets, guests, events and pages of the desk. The typed text is
/// in the body of the request, so that names appear neither in a URL nor in the log. `scripts/palette.js` gets the
/// results as JSON.
struct SearchPage: Sendable {
    let desk: Desk

    static let path = "/desk/search"

    private static let longestText = 100
    /// The number of results of each kind on the page, and in the search palette (`scripts/palette.js`).
    private static let hitsOnPage = 20
    private static let hitsInPalette = 5

    /// The kinds of results, in the order in which the page shows them.
    private enum Kind: CaseIterable {
        case orders, tickets, guests, events, pages

        var label: Sentence {
            switch self {
            case .orders: Sentence(DeskSentence.orders)
            case .tickets: Sentence(DeskSentence.tickets)
            case .guests: Sentence(DeskSentence.guests)
            case .events: Sentence(DeskSentence.events)
            case .pages: Sentence(DeskSearchSentence.pages)
            }
        }
    }

    /// One result. The texts are in the language of the page.
    private struct Line: Sendable {
        let kind: Kind
        let path: String
        let title: String
        /// The text that distinguishes the result from other results with the same title, such as the buyer and the
        /// event; can be empty.
        let about: String
        var state = ""
        var tone = BadgeTone.neutral
    }

    private struct Results: Sendable {
        let groups: [(kind: Kind, lines: [Line])]
        let isShortened: Bool

        var count: Int { groups.reduce(0) { $0 + $1.lines.count } }

        var countText: Sentence {
            count == 0
                ? Sentence(DeskSearchSentence.nothing) : Sentence(DeskSearchSentence.found, ["count": .number(count)])
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let navigation = try await request.withServices { try $0.onlyOrganizerContext() }
        return try page(request, text: "", nil, navigation)
    }

    /// Answers a search with a page, or with JSON if the client accepts JSON.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let text = String((try form.typed("text") ?? "").prefix(SearchPage.longestText))
        let here = try form.value("here") ?? ""
        let wantsJSON = request.wantsJSON
        let limit = wantsJSON ? SearchPage.hitsInPalette : SearchPage.hitsOnPage
        let language = request.deskLanguage
        let (results, navigation) = try await request.withServices { services in
            let results = try self.results(of: text, from: here, in: language, limit: limit, services)
            let navigation = try wantsJSON ? [:] : services.onlyOrganizerContext()
            return (results, navigation)
        }
        return wantsJSON
            ? RouteResponse.json(SearchPage.json(results, limit: limit, in: language))
            : try page(request, text: text, results, navigation)
    }

    private func page(
        _ request: PageRequest, text: String, _ results: Results?, _ navigation: [String: TemplateContext.Value]
    ) throws -> RouteResponse {
        let field = FormField(
            "text", Sentence(DeskSearchSentence.label), hint: SearchPage.about(results, limit: SearchPage.hitsOnPage))
        var context = navigation
        context["search_fields"] = .list([field.context(text)])
        if let results, !text.isEmpty {
            context["search_count"] = .sentence(results.countText)
            context["groups"] = .list(
                results.groups.map { group in
                    TemplateContext([
                        "group_label": .sentence(group.kind.label),
                        "hits": .list(group.lines.map(SearchPage.context)),
                    ])
                })
        }
        return try desk.page(request, "desk-search", title: Sentence(DeskSearchSentence.title), context)
    }

    private static func context(_ line: Line) -> TemplateContext {
        var context: [String: TemplateContext.Value] = ["hit_path": .text(line.path), "hit_title": .text(line.title)]
        if !line.about.isEmpty { context["hit_about"] = .text(line.about) }
        if !line.state.isEmpty {
            context["hit_state"] = .text(line.state)
            context["hit_tone"] = .text(line.tone.rawValue)
        }
        return TemplateContext(context)
    }

    private static func json(_ results: Results, limit: Int, in language: Language) -> JSON {
        .object([
            (
                "groups",
                .array(
                    results.groups.map { group in
                        .object([
                            ("label", .string(group.kind.label.text(in: language))),
                            ("hits", .array(group.lines.map { json($0) })),
                        ])
                    })
            ),
            ("count", .string(results.countText.text(in: language))),
            ("about", .string(about(results, limit: limit).text(in: language))),
        ])
    }

    private static func json(_ line: Line) -> JSON {
        .object([
            ("path", .string(line.path)), ("title", .string(line.title)), ("about", .string(line.about)),
            ("state", .string(line.state)), ("tone", .string(line.tone.rawValue)),
        ])
    }

    /// Sentences about the scope of the search and, if results were left out, about the limit.
    private static func about(_ results: Results?, limit: Int) -> Sentence {
        var sentences = [
            Sentence(DeskSearchSentence.keysAbout),
            Sentence(DeskSearchSentence.namesAbout, ["events": .number(SearchService.eventsWithNames)]),
            Sentence(DeskSearchSentence.buyersAbout, ["orders": .number(SearchService.newestOrders)]),
            Sentence(DeskSearchSentence.guestsAbout, ["guests": .number(SearchService.examinedGuests)]),
        ]
        if results?.isShortened ?? false {
            sentences.append(Sentence(DeskSearchSentence.shortened, ["limit": .number(limit)]))
        }
        return .list(sentences)
    }

    /// - Parameter here: the path of the event whose page the user searches from; its pages come first. Empty if the
    ///   page belongs to no event.
    private func results(
        of text: String, from here: String, in language: Language, limit: Int, _ services: ManagementServices
    ) throws -> Results {
        let now = desk.server.now()
        // The search asks for one result more than the page shows, to find out whether there are further results.
        var lines = try services.search.everywhere(typed: text, limit: limit + 1).map {
            SearchPage.line($0, at: now, in: language)
        }
        let events = Event.closest(try services.events.events(), to: now)
        let near = events.filter { $0.deskPath == here } + events.prefix(SearchService.eventsWithNames)
        lines += try DeskPages.found(
            by: text, in: language, events: SearchPage.unique(near), services, limit: limit + 1
        ).map {
            Line(kind: .pages, path: $0.path, title: $0.label.text(in: language), about: $0.place ?? "")
        }
        let groups = Dictionary(grouping: lines, by: \.kind)
        return Results(
            groups: Kind.allCases.compactMap { kind in
                groups[kind].map { (kind: kind, lines: Array($0.prefix(limit))) }
            }, isShortened: groups.values.contains { $0.count > limit })
    }

    private static func unique(_ events: [Event]) -> [Event] {
        var found: Set<EventNumber> = []
        return events.filter { found.insert($0.number).inserted }
    }

    private static func line(_ hit: SearchHit, at now: Instant, in language: Language) -> Line {
        let event = hit.event
        func text(_ parts: [Sentence?]) -> String {
            Sentence.list(parts.compactMap(\.self), separator: " · ").text(in: language)
        }
        let title = Sentence.verbatim(event.details.title)
        switch hit.subject {
        case .order(let order):
            let number = "\(order.number)"
            return Line(
                kind: .orders, path: "\(event.deskPath)/orders/\(number)",
                title: text([Sentence(DeskSaleSentence.orderTitle, ["order_number": .text(number)])]),
                about: text([order.buyer.displayName, title]), state: order.status.label.text(in: language),
                tone: order.status.tone)
        case .ticket(let ticket):
            let code = "\(ticket.code)"
            return Line(
                kind: .tickets, path: "\(event.deskPath)/tickets/\(code)",
                title: text([Sentence(DeskSaleSentence.ticketTitle, ["code": .text(code)])]),
                about: text([ticket.holder.map { Sentence.verbatim($0) }, title]),
                state: ticket.status.label.text(in: language), tone: ticket.status.tone)
        case .guest(let number, let name):
            return Line(
                kind: .guests, path: "\(event.deskPath)/guests/\(number)", title: name, about: text([title]))
        case .event:
            let phase = event.phase(at: now)
            let start = event.formatted(event.details.start).map { Sentence.verbatim($0) }
            let place = (event.details.venue ?? event.details.city).map { Sentence.verbatim($0) }
            return Line(
                kind: .events, path: event.deskPath, title: event.details.title,
                about: text([start ?? Sentence(DeskSentence.noDate), place]), state: phase.label.text(in: language),
                tone: phase.tone)
        }
    }
}
