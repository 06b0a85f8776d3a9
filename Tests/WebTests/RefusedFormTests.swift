import EventFixture
import Management
import Testing
import Ticketing

@testable import Web

@Suite("Forms that are refused", .serving)
struct RefusedFormTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = festival.event.deskPath
    }

    private func isListed(_ reply: Reply, _ fields: [String]) {
        #expect(reply.status == 422)
        #expect(reply.body.contains("<title>Error: "))
        #expect(reply.body.contains("id=\"errors\" role=\"alert\" tabindex=\"-1\" autofocus"))
        for field in fields {
            #expect(reply.body.contains("<a href=\"#\(field)\">"), "\(field)")
            #expect(reply.body.contains("id=\"\(field)\""), "no field \(field)")
        }
    }

    @Test("A refused order lists its errors at the top, each with a link to its field, and says so in the title")
    func order() async throws {
        try await Served.with(premises: festival.premises) { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            #expect(!page.contains("<title>Error") && !page.contains("id=\"errors\""))
            let count = "count-\(festival.regular.number)"
            let typed = [count: "1", "buyer": "", "email": "nowhere", "phone": "12"]
            isListed(
                try await owner.post(
                    served, "\(path)/orders", PageForm.filled(page, to: "\(path)/orders", typed)),
                ["buyer", "email", "phone"])
        }
    }

    @Test("A refused reservation lists its errors at the top, and asks about one that was made a moment ago")
    func reservation() async throws {
        let path = "/events/\(festival.event.slug)"
        let who = ["count_0": "2", "name": "Kay", "email": "kay@example.org"]
        try await Served.with(premises: festival.premises) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            for (wrong, field) in [
                (["count_0": "0"], "count-0"), (["email": "no"], "email"), (["phone": "abc"], "phone"),
                (["name": ""], "name"),
            ] {
                isListed(try await browser.send("\(path)/reserve", who.merging(wrong) { $1 }), [field])
            }
            #expect(try await browser.send("\(path)/reserve", who).status == 303)
            festival.clock.advance(bySeconds: 8)
            try await browser.get(path)
            isListed(try await browser.send("\(path)/reserve", who), ["again"])
            #expect(browser.body.contains("You made the same 8 s ago"))
            #expect(try festival.office.ticketCount(of: festival.event) == 2)
            #expect(try await browser.send("\(path)/reserve", who.merging(["again": "yes"]) { $1 }).status == 303)
            #expect(try festival.office.ticketCount(of: festival.event) == 4)
        }
    }

    @Test("An end before the start, and a poster that is no address, are refused at their fields; nothing is saved")
    func details() async throws {
        let organizer = try festival.office.organizer(named: "Nile Nights")
        let draft = try festival.office.createEvent(
            EventDetails(title: "Fair", timeZone: "Africa/Kampala"), suite: .hmac, of: organizer)
        try await Served.with(premises: festival.premises) { served async throws in
            func save(_ step: String, _ typed: [String: String]) async throws -> Reply {
                let place = "\(draft.deskPath)/edit/\(step)"
                let page = try await owner.get(served, place).body
                return try await owner.post(served, place, PageForm.filled(page, to: place, typed))
            }
            let (late, early) = ("2030-01-02T18:00", "2030-01-01T18:00")
            isListed(try await save("time", ["start": late, "end": early]), ["end"])
            isListed(try await save("time", ["doors": late, "start": early, "end": late]), ["doors"])
            for poster in [
                "javascript:alert(1)", "data:image/png;base64,AA", "poster.png", "//example.org/a", "https:",
            ] {
                isListed(try await save("more", ["poster": poster]), ["poster"])
            }
            let now = try festival.office.event(named: "fair").details
            #expect(now.start == nil && now.poster == nil)
            #expect(try await save("time", ["start": early, "end": late]).status == 303)
            #expect(try await save("more", ["poster": "https://example.org/a.png"]).status == 303)
        }
    }

    @Test("Every tab of an event has a title of its own, and says in which zone its times are")
    func titles() async throws {
        _ = try festival.issue(1)
        let tabs = [
            "", "/edit/basics", "/types", "/orders", "/tickets", "/guests", "/functions", "/devices", "/notices",
            "/history",
        ]
        try await Served.with(premises: festival.premises) { served async throws in
            var titles: Set<String> = []
            for tab in tabs {
                let page = try await owner.get(served, path + tab)
                #expect(page.status == 200, "\(tab)")
                let title = try #require(page.body.firstMatch(of: /<title>([^<]*)<\/title>/))
                titles.insert(String(title.1))
                #expect(page.body.contains("All times in Africa/Kampala"), "\(tab)")
                #expect(!page.body.contains(" UTC<"), "\(tab)")
            }
            #expect(titles.count == tabs.count, "\(titles.sorted())")
        }
    }

    @Test("The audit trail is shown from its end, a page at a time, down to its beginning")
    func audit() async throws {
        let organizer = try festival.office.organizer(named: "Nile Nights")
        for number in 0..<120 {
            _ = try festival.office.edit(festival.event) { $0.about = "Edit \(number)" }
        }
        try await Served.with(premises: festival.premises) { served async throws in
            let first = try await owner.get(served, "\(organizer.deskPath)/audit").body
            let (last, before) = (
                try #require(first.range(of: "<ins>Edit 119<")), try #require(first.range(of: "<ins>Edit 118<"))
            )
            #expect(last.lowerBound < before.lowerBound)
            let earlier = try #require(first.firstMatch(of: /audit\?before=[0-9]+/)).0
            let second = try await owner.get(served, "\(organizer.deskPath)/\(earlier)").body
            #expect(second.contains("<ins>Edit 0<") && !second.contains("<ins>Edit 119<"))
            #expect(second.contains("create organizer"))
            let whole = try await owner.get(served, "\(organizer.deskPath)/audit/verify").body
            #expect(whole.contains("<ins>Edit 119<"))
        }
    }
}
