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

@Suite("Locked fields of an ongoing event, at the desk and in the API", .serving)
struct EventLockPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let desk: String
    /// The event starts one hour after `Festival.start`, and lasts one hour.
    private let start = Festival.start.advanced(bySeconds: 3600)

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        desk = festival.event.deskPath
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private var stored: EventDetails {
        get throws { try festival.services.events.event(named: festival.event.slug).details }
    }

    private func input(_ id: String, in page: String) throws -> String {
        let tags = page.matches(of: /<(?:input|textarea|select) [^>]*>/).map { String($0.0) }
        return try #require(tags.first { $0.contains(" id=\"\(id)\"") })
    }

    @Test("While an event is in progress, its locked inputs are disabled and show the reason; other inputs are enabled")
    func inputs() async throws {
        try await serve { served async throws in
            for isOngoing in [false, true] {
                if isOngoing { festival.clock.set(start) }
                var disabled: Set<String> = []
                for step in ["basics", "place", "time", "more"] {
                    let page = try await owner.get(served, "\(desk)/edit/\(step)").body
                    #expect(page.contains("id=\"end-note\"") == (isOngoing && step == "time"))
                    for tag in page.matches(of: /<(?:input|textarea|select) id="([a-z-]+)"[^>]* disabled[^>]*>/) {
                        disabled.insert(String(tag.1))
                        #expect(tag.0.contains("aria-describedby=\""), "\(tag.0)")
                        #expect(page.contains("id=\"\(tag.1)-note\">Locked while the event is in progress."))
                    }
                }
                let locked: Set = ["start", "venue", "address", "city", "position", "timezone"]
                #expect(disabled == (isOngoing ? locked : []))
            }
        }
    }

    @Test("An edit of fields that are not locked is saved, although browsers do not send disabled inputs")
    func others() async throws {
        festival.clock.set(start)
        let before = try stored
        let path = "\(desk)/edit/time"
        try await serve { served async throws in
            let form = try PageForm.filled(
                try await owner.get(served, path).body, to: path, ["end": "2026-12-23T11:00"])
            #expect(!form.contains { $0.0 == "start" || $0.0 == "timezone" })
            #expect(form.contains { $0.0 == "seen-start" })
            #expect(try await owner.post(served, path, form).status == 303)
            let after = try stored
            #expect(after.end == Festival.start.advanced(bySeconds: 12_800))
            #expect(after.with { $0.end = before.end } == before)

            let earlier = try PageForm.filled(
                try await owner.get(served, path).body, to: path, ["end": "2026-12-23T10:00"])
            let refused = try await owner.post(served, path, earlier)
            #expect(refused.status == 422 && refused.body.contains("id=\"end-fault\">can only move later"))
            #expect(try input("end", in: refused.body).contains("value=\"2026-12-23T10:00\""))
            #expect(try stored == after)
        }
    }

    @Test("If a form was opened before the event started, the refused form shows the typed and the stored values")
    func openedBefore() async throws {
        let path = "\(desk)/edit/place"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let typed = ["venue": "Pier <b>", "city": "Jinja", "address": ""]
            festival.clock.set(start)
            let refused = try await owner.post(served, path, PageForm.filled(page, to: path, typed))
            #expect(refused.status == 422 && refused.body.contains("<a href=\"#venue\">"))
            let venue = try input("venue", in: refused.body)
            #expect(venue.contains("value=\"Pier &lt;b&gt;\"") && venue.contains(" disabled"))
            #expect(refused.body.contains("id=\"venue-fault\">can&#39;t be changed while the event is in progress"))
            #expect(refused.body.contains("Locked while the event is in progress. Current value: “Lido”"))
            #expect(try input("city", in: refused.body).contains("value=\"Jinja\""))
            // The typed address is empty, like the stored address. So nothing would change, and the field has no fault.
            #expect(!refused.body.contains("id=\"address-fault\""))
            #expect(try stored == festival.event.details)
            // The form of the refused page is sent without its disabled inputs.
            let again = try PageForm.filled(refused.body, to: path)
            #expect(try await owner.post(served, path, again).status == 303)
            #expect(try stored == festival.event.details)
        }
    }

    @Test("An ongoing event is not moved, and the page names the event and the reason")
    func moving() async throws {
        let path = "/desk/organizers/nile-nights/shift"
        festival.clock.set(start)
        try await serve { served async throws in
            let refused = try await owner.post(
                served, path, [("event", "\(festival.event.number)"), ("later", "1d")])
            #expect(refused.status == 422)
            let reason = "“New Year by the Lake”: can&#39;t be changed while the event is in progress"
            #expect(refused.body.contains(reason))
            #expect(try stored == festival.event.details)
        }
    }

    @Test("The API refuses edits of locked fields with the same reasons as the desk, and accepts a later end")
    func api() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let secret = try festival.services.apiTokens.createAPIToken([.manageEvents], named: "P", of: organizer).secret
        let path = "/api/v1/events/\(festival.event.slug)"
        festival.clock.set(start)
        try await serve { served async throws in
            func patch(_ body: String) async throws -> Reply {
                let head = "Authorization: Bearer \(secret.encoded)\r\nContent-Type: application/json\r\n"
                let reply = try #require(try await served.ask("PATCH", path, head: head, body: body))
                #expect(try APIDescription().faults(of: reply, to: "PATCH", path) == [])
                return reply
            }
            let refused = try await patch(#"{"venue":"Pier","end":"2026-12-23T09:00:00+03:00","title":"Ball"}"#)
            #expect(refused.status == 422)
            #expect(refused.body.contains("venue") && refused.body.contains("can't be changed while the event is in"))
            #expect(refused.body.contains("can only move later while the event is in progress"))
            #expect(try stored == festival.event.details)
            #expect(try await patch(#"{"end":"2026-12-23T11:00:00+03:00","title":"Ball"}"#).status == 200)
            #expect(try stored.title == "Ball")
        }
    }
}
