import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The list of events, and the edit of several events", .serving)
struct EventListPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path = "/desk/events"
    private let batch = "/desk/events/edit"
    private var events: EventService { festival.services.events }

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func event(_ title: String, days: Int) throws -> Event {
        try events.duplicate(festival.event, titled: title, by: TimeShift(days: days))
    }

    private func venue(_ event: Event) throws -> String? { try events.event(named: "\(event.number)").details.venue }

    private func titles(_ html: String) -> [String] {
        html.matches(of: /<th scope="row"><a href="[^"]*">([^<]*)<\/a>/).map { String($0.1) }
    }

    @Test("Filters by state and time, and a search, limit the list; an export has the filtered or selected events")
    func filtered() async throws {
        let later = try event("Later", days: 20)
        _ = try event("Past", days: -3)
        _ = try events.createEvent(
            EventDetails(title: "Someday", timeZone: "UTC"), suite: .hmac,
            of: festival.services.organizers.organizer(named: "Nile Nights"))
        let title = festival.event.details.title
        try await serve { served async throws in
            func found(_ query: String) async throws -> [String] {
                titles(try await owner.get(served, "\(path)?\(query)").body)
            }
            #expect(try await found("state=published") == [title])
            #expect(try await found("time=upcoming") == [title, "Later"])
            #expect(try await found("time=today") == [title])
            #expect(try await found("time=week") == [title])
            #expect(try await found("time=month") == [title, "Later"])
            #expect(try await found("time=past") == ["Past"])
            #expect(try await found("time=undated") == ["Someday"])
            let page = try await owner.get(served, "\(path)?time=month&sort=-title").body
            let search = try PageForm.filled(page, to: "\(path)/search", ["text": "later"])
            #expect(search.contains { $0 == ("time", "month") })
            #expect(titles(try await owner.post(served, "\(path)/search", search).body) == ["Later"])
            #expect(try await owner.get(served, path).body.contains("Wed 23 Dec 2026, 08:26 Africa/Kampala"))

            let bulk = try PageForm.filled(page, to: "\(path)/bulk") + [("action", "export-csv")]
            let file = try await owner.post(served, "\(path)/bulk", bulk + [("row", "\(later.number)")])
            #expect(file.headers["content-disposition"]?.contains("events.csv") == true)
            #expect(file.body.contains("Later") && !file.body.contains(title) && file.body.contains("Africa/Kampala"))
            let all = try await owner.get(served, "\(path).csv?time=past")
            #expect(all.body.contains("Past") && !all.body.contains("Later"))
            let none = try await owner.post(served, "\(path)/bulk", bulk)
            #expect(none.status == 422 && none.body.contains("Select at least one row"))
            // After a refusal, the rows stay ticked, and the filter form opens the list, not the URL of the refused
            // bulk action.
            let wrong = try PageForm.filled(page, to: "\(path)/bulk", ["rows": "all"]) + [("row", "\(later.number)")]
            let refused = try await owner.post(served, "\(path)/bulk", wrong + [("action", "paint")]).body
            let ticked = refused.matches(of: /name="row" value="([0-9]+)"[^>]* checked>/).map { String($0.1) }
            #expect(ticked == ["\(later.number)"] && refused.contains("<option value=\"all\" selected>"))
            let filters = PageForm.all(in: refused).filter { $0.method == "get" }.map(\.action)
            #expect(filters == [path])
        }
    }

    // MARK: Editing several events

    /// The fields of the form that confirms a preview.
    private func confirmation(_ html: String) throws -> [(String, String)] {
        let form = PageForm.all(in: html).first { form in form.fields.contains { $0.name == "preview_hash" } }
        return try #require(form).fields.filter { $0.name != CSRFToken.field }.map { ($0.name, $0.value) }
    }

    private func chosen(_ events: [Event], _ fields: [(String, String)]) -> [(String, String)] {
        events.map { ("event", "\($0.number)") } + fields
    }

    @Test(
        """
        A confirmed preview changes all selected events once; if an event changes between the preview and its \
        confirmation, a new preview must be confirmed
        """)
    func confirmed() async throws {
        let other = try event("<b>Other", days: 1)
        let both = [festival.event, other]
        try await serve { served async throws in
            let list = try await owner.get(served, path).body
            let bulk = try PageForm.filled(list, to: "\(path)/bulk") + [("action", "edit")]
            let opened = try await owner.post(served, "\(path)/bulk", bulk + both.map { ("row", "\($0.number)") })
            let form = try await owner.get(served, try #require(opened.headers["location"])).body
            #expect(form.contains("Edit 2 events") && form.contains("&lt;b&gt;Other"))

            let fields = chosen(both, [("venue", "Barn <i>"), ("change-venue", "yes")])
            let preview = try await owner.post(served, batch, fields)
            #expect(preview.status == 200 && preview.body.contains("<del>Lido</del> <ins>Barn &lt;i&gt;</ins>"))
            #expect(try venue(other) == "Lido")
            _ = try events.edit(other) { $0.title = "Renamed" }
            let stale = try await owner.post(served, batch, confirmation(preview.body))
            #expect(stale.status == 422 && stale.body.contains("Nothing was changed") && stale.body.contains("Renamed"))
            #expect(try venue(festival.event) == "Lido")
            let right = try confirmation(stale.body)
            for _ in 0..<2 {
                let done = try await owner.post(served, batch, right)
                #expect(done.status == 303 && done.headers["location"]?.hasPrefix("\(path)?done=") == true)
            }
            for event in both { #expect(try venue(event) == "Barn <i>") }
            #expect(try await owner.get(served, "\(path)?done=editedTogether").body.contains("Events changed."))
            let again = try await owner.post(served, batch, fields)
            #expect(again.body.contains("already have these values") && !again.body.contains("preview_hash"))
        }
    }

    @Test("If an event cannot be changed, the preview names the event and the reason, and cannot be confirmed")
    func refused() async throws {
        let later = try event("Later", days: 1)
        festival.clock.set(Festival.start.advanced(bySeconds: 3600))
        try await serve { served async throws in
            let fields = chosen([festival.event, later], [("venue", "Barn"), ("change-venue", "yes")])
            let page = try await owner.post(served, batch, fields)
            #expect(page.status == 422 && !page.body.contains("preview_hash"))
            #expect(page.body.contains("Refused: Venue: can&#39;t be changed while the event is in progress"))
            #expect(page.body.contains("value=\"Barn\"") && page.body.contains("name=\"change-venue\""))
            // A field changes only if its box is ticked.
            let unticked = try await owner.post(served, batch, chosen([later], [("venue", "Barn")]))
            #expect(unticked.status == 422 && unticked.body.contains("id=\"venue-fault\""))
            let zone = chosen([later], [("timezone", "Mars"), ("change-timezone", "yes")])
            let unknown = try await owner.post(served, batch, zone)
            #expect(unknown.status == 422 && unknown.body.contains("id=\"timezone-fault\""))
            #expect(try await owner.post(served, batch, [("change-venue", "yes")]).body.contains("event-fault"))
            #expect(try venue(later) == "Lido")
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
            #expect(try await seller.post(served, batch, fields).status == 403)
            #expect(!(try await seller.get(served, path).body.contains("value=\"edit\"")))
        }
    }

    @Test("If the time zone of several events changes, their local times stay the same")
    func zones() async throws {
        let other = try event("Other", days: 200)
        let starts = try [festival.event, other].map { try #require($0.details.start) }
        try await serve { served async throws in
            let fields = chosen(
                [festival.event, other], [("timezone", "Europe/Berlin"), ("change-timezone", "yes")])
            let preview = try await owner.post(served, batch, fields)
            #expect(preview.body.contains("<del>Africa/Kampala</del> <ins>Europe/Berlin</ins>"))
            #expect(try await owner.post(served, batch, confirmation(preview.body)).status == 303)
            // The first event is in winter, and the other event is in summer. Forms contain times without seconds.
            for (event, start, hours) in zip([festival.event, other], zip(starts, [2, 1])).map({ ($0, $1.0, $1.1) }) {
                let now = try events.event(named: "\(event.number)").details
                let minute = start.advanced(bySeconds: -(start.seconds % 60))
                #expect(now.start == minute.advanced(bySeconds: Int64(hours) * 3600), "\(event.slug)")
                #expect(now.timeZone == "Europe/Berlin")
            }
        }
    }
}
