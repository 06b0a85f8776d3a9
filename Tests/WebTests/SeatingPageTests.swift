import EventFixture
import Languages
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The pages with tables and households at the desk", .serving)
struct SeatingPageTests {
    private let wedding: Wedding
    private let owner: DeskVisitor
    private let seating: String
    private let households: String
    private static let hostile = #"<b>"R & co</b>"#

    init() throws {
        wedding = try Wedding()
        owner = try .owner(of: wedding.festival)
        (seating, households) = ("\(wedding.event.deskPath)/seating", "\(wedding.event.deskPath)/households")
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration, work)
    }

    private func tables() throws -> [String?] { try wedding.guests().map(\.guest.details.table) }

    /// The fields that a browser sends to move guests, without scripts.
    ///
    /// - Parameter guests: The values of the ticked checkboxes.
    private func fields(_ page: String, _ guests: [String], _ typed: [String: String]) throws -> [(String, String)] {
        let all = try PageForm.filled(page, to: seating, typed)
        return all.filter { $0.0 != SeatingMove.guestName } + guests.map { (SeatingMove.guestName, $0) }
    }

    @Test("The breadcrumbs of pages about guests lead to the organizer, the event and its guests, in one line")
    func breadcrumbs() async throws {
        try wedding.importGuests("name,ceremony\nGrace,yes\n")
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let event = wedding.event.deskPath
        try await serve { served async throws in
            for path in [seating, households, "\(event)/headcount", "\(event)/guests/1"] {
                let page = try await owner.get(served, path).body
                let crumbs = page.matches(of: /<p class="crumbs">(.*?)<\/p>/).map { String($0.1) }
                #expect(crumbs.count == 1, "\(path)")
                let links = PageForm.links(in: crumbs.joined()).prefix(4)
                #expect(links.prefix(3) == ["/desk", organizer.deskPath, event], "\(path)")
                #expect(links.last?.hasPrefix("\(event)/guests") ?? false, "\(path)")
            }
        }
    }

    @Test(
        """
        A form of the seating plan moves the ticked guests only once, even if it is sent twice; a refused form keeps \
        its input
        """)
    func move() async throws {
        try wedding.importGuests("name,companions,table,ceremony\nGrace <i>,2,\"<b>\"\"R & co</b>\",yes\nTom,0,,yes\n")
        _ = try wedding.services.guests.answer(
            .attending(companions: 1), ofGuest: "1", to: wedding.ceremony, of: wedding.event)
        try await serve { served async throws in
            let guests = try await owner.get(served, "\(wedding.event.deskPath)/guests").body
            #expect(Set(PageForm.links(in: guests)).isSuperset(of: [seating, households]))
            let page = try await owner.get(served, seating).body
            #expect(MarkupGrammar.fault(in: page) == nil)
            // A guest without a table has no seat.
            #expect(page.ranges(of: "Coming: <strong").count == 1 && page.contains("Seats taken: <strong"))
            #expect(!page.contains("<i>") && !page.contains("<b>&quot;R") && !page.contains("<b>\"R"))
            let people = page.matches(of: /<strong data-(?:coming|possible)>([0-9]+)<\/strong>/).map { String($0.1) }
            // There are three pairs of numbers: for guests without a table, for the table, and for a new table. Each
            // pair has the number of people who are coming, and the number of people who may still come.
            #expect(people == ["0", "1", "2", "0", "0", "0"])
            let values = PageForm.all(in: page).first { $0.action == seating && $0.method == "post" }?.fields
                .filter { $0.name == SeatingMove.guestName }.map(\.value)
            #expect(values == ["2:", "1:\(Self.hostile)"])

            // If no table or no guest is chosen, nothing is moved, and the page keeps the other choices.
            let unchosen = try await owner.post(served, seating, fields(page, ["2:"], [:]))
            #expect(unchosen.status == 422 && unchosen.body.contains("Choose a table, or type the name"))
            #expect(unchosen.body.contains("value=\"2:\" form=\"seating\" checked"))
            let nobody = try await owner.post(served, seating, fields(page, [], ["to": "none"]))
            #expect(nobody.status == 422 && nobody.body.contains("Select at least one guest."))
            let long = String(repeating: "x", count: 501)
            let refused = try await owner.post(served, seating, fields(page, ["2:"], ["to": "new", "table": long]))
            #expect(refused.status == 422 && refused.body.contains("id=\"table-fault\"") && refused.body.contains(long))
            #expect(try await owner.post(served, seating, [("guest", "x"), ("to", "none")]).status == 400)
            #expect(try tables() == [Self.hostile, nil])

            let sent = try fields(page, ["1:\(Self.hostile)", "2:"], ["to": "new", "table": "Lake"])
            let reply = try await owner.post(served, seating, sent)
            let location = try #require(reply.headers["location"])
            #expect(reply.status == 303 && location == "\(seating)?done=seated&count=2")
            #expect(try await owner.get(served, location).body.contains("Saved. 2 guests were moved."))
            #expect(try tables() == ["Lake", "Lake"])
            // If somebody has moved a guest back, sending the same form again does not move this guest.
            try wedding.services.guests.setTables([2: nil], expecting: [2: "Lake"], of: wedding.event)
            _ = try await owner.post(served, seating, sent)
            #expect(try tables() == ["Lake", nil])
            #expect(!served.log.text.contains("Lake") && !served.log.text.contains("Grace"))
        }
    }

    @Test("The list on paper has the guests of the plan, table by table; its URL has no names")
    func paper() async throws {
        try wedding.importGuests(
            "name,household,companions,table,ceremony\nZoe,H,2,Rose,yes\nAnn,,0,Oak,yes\nTom,,1,,\nEve,,0,Oak,yes\n")
        _ = try wedding.services.guests.answer(
            .attending(companions: 1), ofGuest: "1", to: wedding.ceremony, of: wedding.event)
        let services = wedding.services.guests
        func list(_ subEvent: SubEvent?, _ whose: SeatingPlan.Whose) throws -> SeatingList {
            let plan = try services.seatingPlan(of: wedding.event, for: subEvent, whose)
            return SeatingList(event: wedding.event, subEvent: subEvent, whose: whose, plan: plan)
        }
        func rows(_ subEvent: SubEvent?, _ whose: SeatingPlan.Whose) throws -> [[String]] {
            try list(subEvent, whose).rows.map { row in row.map { $0.text?.english ?? "" } }
        }
        let all = try rows(nil, .all)
        #expect(all.map { $0[1] } == ["Ann", "Eve", "Zoe", "Tom"])
        #expect(all.map { $0[0] } == ["Oak", "Oak", "Rose", "Without a table"])
        #expect(all[2][2] == "H" && Array(all[2][4...]) == ["2", "0"])
        #expect(try rows(wedding.ceremony, .coming).map { $0[1] } == ["Zoe"])
        #expect(try list(nil, .all).title.english.hasSuffix(": guests by table"))
        let filtered = try list(wedding.ceremony, .coming).title.english
        #expect(filtered.contains(wedding.ceremony.name) && filtered.hasSuffix(" – Only guests who are coming"))
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: wedding.festival)
        try await serve { served async throws in
            let ceremony = wedding.ceremony.number
            let page = try await viewer.get(served, "\(seating)?sub_event=\(ceremony)&guests=coming&after=2").body
            let address = "\(seating).pdf?sub_event=\(ceremony)&guests=coming"
            #expect(PageForm.links(in: page).contains(address))
            let guests = try await viewer.get(served, "\(wedding.event.deskPath)/guests").body
            #expect(PageForm.links(in: guests).contains("\(seating).pdf"))
            let reply = try await viewer.get(served, address)
            #expect(reply.status == 200 && reply.headers["content-type"] == "application/pdf")
            #expect(reply.headers["content-disposition"]?.contains("tables.pdf") ?? false)
            let anonymous = try await DeskVisitor.nobody.get(served, address)
            #expect(anonymous.status == 303)
            #expect(anonymous.headers["location"]?.hasPrefix("/sign-in?next=") ?? false)
            #expect(!served.log.text.contains("Zoe"))
        }
    }

    @Test(
        "If a guest was moved in the meantime, nobody is moved; the form and the script get the guest’s present table")
    func conflict() async throws {
        try wedding.importGuests("name,table,ceremony\nGrace,Rose,yes\nTom,,\n")
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: wedding.festival)
        try await serve { served async throws in
            let page = try await owner.get(served, seating).body
            try wedding.services.guests.setTables([1: "Oak"], expecting: [1: "Rose"], of: wedding.event)
            let sent = try fields(page, ["1:Rose", "2:"], ["to": "none"])
            let clash = try await owner.post(served, seating, sent)
            #expect(clash.status == 422 && clash.body.contains("Grace (now at table Oak)"))
            #expect(clash.body.contains("value=\"1:Oak\" form=\"seating\" checked"))
            #expect(clash.body.contains("<option value=\"none\" selected>"))

            func script(_ fields: [(String, String)]) async throws -> Reply {
                try await owner.post(served, seating, fields, accept: "application/json")
            }
            let refused = try await script([("guest", "1:Rose"), ("guest", "2:"), ("to", "t:Elm")])
            #expect(refused.status == 409 && refused.headers["content-type"] == "application/json")
            #expect(refused.body.contains(#""guests":[{"number":1,"stored":"Oak","table":"Oak","key":"oak"}]"#))
            #expect(
                refused.body.contains("Nobody was moved. Somebody else has moved these guests in the meantime: Grace"))
            #expect(try tables() == ["Oak", nil])
            #expect(try await script([("guest", "1:Oak")]).status == 422)

            // Each guest can have a separate destination, so that one request undoes a move from several tables.
            let saved = try await script([
                ("guest", "1:Oak"), ("to-1", "none"), ("guest", "2:"), ("to-2", "t:Table 9"),
            ])
            #expect(saved.status == 200 && saved.body.contains(#""message":"Saved. 2 guests were moved.""#))
            #expect(saved.body.contains(#"{"number":2,"stored":"Table 9","table":"9","key":"9"}"#))
            #expect(try tables() == [nil, "Table 9"])

            // Members who only look up guests see the plan without its form, and cannot move anybody.
            let seen = try await viewer.get(served, seating).body
            #expect(seen.contains("Tom") && !seen.contains("id=\"seating\"") && !seen.contains("name=\"guest\""))
            #expect(try await viewer.post(served, seating, [("guest", "2:Table 9"), ("to", "none")]).status == 403)
            #expect(try tables() == [nil, "Table 9"])
        }
    }

    @Test(
        """
        A move of a removed guest is refused; the form keeps the other guests selected, and the script gets the \
        removed guest’s number
        """)
    func removed() async throws {
        try wedding.importGuests("name,table,ceremony\nGrace,Rose,yes\nTom,,\nUma,,\n")
        try await serve { served async throws in
            let page = try await owner.get(served, seating).body
            try wedding.services.guests.removeGuest(3, of: wedding.event)
            let sent = try fields(page, ["1:Rose", "3:"], ["to": "none"])
            let refused = try await owner.post(served, seating, sent)
            #expect(refused.status == 422 && refused.body.contains("A selected guest was removed in the meantime."))
            #expect(refused.body.contains("value=\"1:Rose\" form=\"seating\" checked"))
            let moves = [("guest", "1:Rose"), ("guest", "3:"), ("to", "t:Elm")]
            let script = try await owner.post(served, seating, moves, accept: "application/json")
            #expect(script.status == 409 && script.body.contains(#""guests":[],"removed":[3]"#))
            let stored = try tables()
            #expect(stored == ["Rose", nil])
        }
    }

    @Test("The seating plan can be filtered, and is divided into pages of tables and of guests; no page skips a guest")
    func pages() async throws {
        let seated = (1...61).map { "T\($0),\($0),\($0 == 7 ? "yes" : "")\n" }.joined()
        // The plan is sorted by name. The numbers of these guests are in the reverse order.
        let others = (1...101).reversed().map { "U\($0 + 100),,\n" }.joined()
        try wedding.importGuests("name,table,ceremony\n" + seated + others)
        _ = try wedding.services.guests.answer(.declined, ofGuest: "7", to: wedding.ceremony, of: wedding.event)
        func shown(_ page: String, _ letter: String) -> [String] {
            page.matches(of: /<span data-name>([A-Z][0-9]+)<\/span>/).map { String($0.1) }
                .filter { $0.hasPrefix(letter) }
        }
        try await serve { served async throws in
            let first = try await owner.get(served, seating).body
            #expect(shown(first, "T").count == 60 && shown(first, "U").count == 100 && first.contains(" data-partial"))
            let links = PageForm.links(in: first).filter { $0.hasPrefix("\(seating)?") }
            #expect(links == ["\(seating)?after=63", "\(seating)?table_of=61"])
            #expect(shown(try await owner.get(served, links[1]).body, "T") == ["T61"])
            /// The guests without a table; the tables come after them.
            func withoutTable(_ link: String) async throws -> [String] {
                let page = try await owner.get(served, link).body
                let end = try #require(page.firstRange(of: " data-tables>")).lowerBound
                return shown(String(page[..<end]), "U")
            }
            #expect(try await withoutTable(links[0]) == ["U201"])
            // The link opens the same page even after guest 63, whose number is in the link, has got a table.
            try wedding.services.guests.setTables([63: "1"], expecting: [:], of: wedding.event)
            let rest = try await withoutTable(links[0])
            #expect(rest == ["U201"])
            // After the guest is removed, the page begins with the first guest.
            try wedding.services.guests.removeGuest(63, of: wedding.event)
            let all = try await withoutTable(links[0])
            #expect(all.count == 100 && all.first == "U101" && all.last == "U201")

            func filtered(_ query: String) async throws -> [String] {
                shown(try await owner.get(served, "\(seating)?\(query)").body, "")
            }
            #expect(try await filtered("sub_event=1") == ["T7"])
            #expect(try await filtered("sub_event=1&guests=not-declined") == [])
            #expect(try await filtered("guests=coming") == [])
            #expect(try await filtered("guests=not-declined").contains("T7") == false)
        }
    }

    @Test("The pages of guests without a table follow the plan’s order, in which “Guest 2” comes before “Guest 10”")
    func numberedNames() async throws {
        let list = (1...101).map { "Guest \($0),,\n" }.joined()
        try wedding.importGuests("name,table,ceremony\n" + list)
        func names(_ path: String, _ served: Served) async throws -> [String] {
            try await owner.get(served, path).body.matches(of: /<span data-name>(Guest [0-9]+)<\/span>/)
                .map { String($0.1) }
        }
        try await serve { served async throws in
            #expect(try await names(seating, served) == (1...100).map { "Guest \($0)" })
            #expect(try await names("\(seating)?after=100", served) == ["Guest 101"])
            // The page begins at the same guest even after guest 100, whose number is in the URL, has got a table.
            try wedding.services.guests.setTables([100: "Rose"], expecting: [:], of: wedding.event)
            let after = try await names("\(seating)?after=100", served)
            #expect(after.first == "Guest 101" && Set(after) == ["Guest 101", "Guest 100"])
        }
    }

    @Test("Households show answers, contacts and invitations; differing answers are marked, and a search finds guests")
    func householdList() async throws {
        let list = (1...31).map { "Guest \($0),House \($0 + 100),,0,yes,\n" }.joined()
        try wedding.importGuests(
            "name,household,email,companions,ceremony,reception\nGrace <i>,A <b>,g@x.org,2,yes,yes\nTom,A <b>,,0,yes,\n"
                + list)
        try wedding.invite(.named(["1"]))
        _ = try wedding.services.guests.answer(.declined, ofGuest: "1", to: wedding.ceremony, of: wedding.event)
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: wedding.festival)
        func names(_ page: String) -> [String] {
            page.matches(of: /scope="rowgroup"[^>]*><span>([^<]*)<\/span>/).map { String($0.1) }
        }
        try await serve { served async throws in
            let page = try await owner.get(served, households).body
            #expect(MarkupGrammar.fault(in: page) == nil && !page.contains("<i>"))
            #expect(names(page).first == "A &lt;b&gt;" && names(page).count == 30)
            #expect(page.contains("Different answers: Ceremony</span>"))
            #expect(page.contains("<td data-label=\"Contact\">g@x.org</td>") && page.contains("up to 2 companions"))
            #expect(page.contains(">code issued</td>") && page.contains(">invited, no code yet</td>"))
            let links = PageForm.links(in: page)
            #expect(links.contains("\(wedding.event.deskPath)/guests/1"))
            let invitation = try #require(links.first { $0.hasPrefix("/i/") })
            #expect(try await DeskVisitor.nobody.get(served, invitation).status == 200)
            let seen = PageForm.links(in: try await viewer.get(served, households).body)
            #expect(!seen.contains { $0.hasPrefix("/i/") })

            let next = try #require(links.first { $0.hasPrefix("\(households)?after=") })
            #expect(names(try await owner.get(served, next).body) == ["House 130", "House 131"])
            #expect(try await owner.get(served, "\(households)?after=99").status == 404)

            let found = try await owner.post(served, "\(households)/search", [("text", "tom")])
            #expect(names(found.body) == ["A &lt;b&gt;"] && found.body.contains("All households"))
            let none = try await owner.post(served, "\(households)/search", [("text", "<i>nobody")]).body
            #expect(none.contains("No household found for “&lt;i&gt;nobody”."))
            // The next page of a search also needs the search text, which is in a hidden field.
            let many = try await owner.post(served, "\(households)/search", [("text", "house")]).body
            let forms = PageForm.all(in: many).filter { $0.action == "\(households)/search" }
            let more = try #require(forms.last).fields.filter { $0.kind == .hidden && $0.name != CSRFToken.field }
            #expect(names(many).count == 30 && more.map(\.name) == ["text", "after"])
            let rest = try await owner.post(served, "\(households)/search", more.map { ($0.name, $0.value) }).body
            #expect(names(rest) == ["House 131"])
            #expect(!served.log.text.contains("Grace") && !served.log.text.contains("House"))
        }
    }
}
