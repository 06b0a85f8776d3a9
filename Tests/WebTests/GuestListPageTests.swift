import EventFixture
import Gate
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The list of guests at the desk", .serving)
struct GuestListPageTests {
    private let wedding: Wedding
    private let owner: DeskVisitor
    private let list: String

    init() throws {
        wedding = try Wedding()
        owner = try .owner(of: wedding.festival)
        list = "\(wedding.event.deskPath)/guests"
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration, work)
    }

    /// The numbers of the guests on a page, from top to bottom.
    private func rows(_ html: String) -> [String] {
        html.matches(of: /<tr id="guest-([0-9]+)">/).map { String($0.1) }
    }

    private func invitations() throws -> [[Int]] { try wedding.guests().map { $0.invitations.map(\.subEvent) } }

    @Test("Headings have totals and sort the list; a filter applies to all its pages; no URL contains a name")
    func sorted() async throws {
        let lines = (1...45).map { "G\(100 - $0),2,\($0 < 3 ? "Family" : ""),yes\n" }
        try wedding.importGuests("name,companions,table,ceremony\n" + lines.joined())
        _ = try wedding.services.guests.answer(
            .attending(companions: 2), ofGuest: "1", to: wedding.ceremony, of: wedding.event)
        _ = try wedding.services.guests.answer(.maybe, ofGuest: "2", to: wedding.ceremony, of: wedding.event)
        try await serve { served async throws in
            let first = try await owner.get(served, list).body
            let totals = "45 invited: 1 coming (companions: 2), 1 maybe, 0 not coming, 43 no answer"
            #expect(first.contains(totals) && first.contains(">45 guests<"))
            #expect(first.contains("<span class=\"badge rose\">Reception</span>"))
            let shortTotals = /<ul class="short-totals"[^>]*>(.*?)<\/ul>/.dotMatchesNewlines()
            let short = try #require(first.firstMatch(of: shortTotals))
            #expect(short.1.contains("</span> 1 coming, 1 maybe, 0 not coming, 43 no answer</li>"))
            let link = try #require(PageForm.links(in: first).first { $0.contains("sort=name") })
            let sorted = try await owner.get(served, link).body
            #expect(rows(sorted) == (6...45).reversed().map { "\($0)" } && sorted.contains("aria-sort=\"ascending\""))
            let next = try #require(PageForm.links(in: sorted).first { $0.contains("after=") })
            let rest = try await owner.get(served, next).body
            #expect(rows(rest) == ["5", "4", "3", "2", "1"])
            // After a reply is saved, the page has the same rows again.
            let saved = try await owner.post(
                served, list, PageForm.filled(rest, to: list, ["reply-3-\(wedding.ceremony.number)": "declined"]))
            #expect(saved.headers["location"] == "\(list)?sort=name&after=6&done=answered#guest-3")

            let ceremony = wedding.ceremony.number
            let filters: [(String, [String])] = [
                ("sub-event=\(ceremony)&answer=coming", ["1"]), ("answer=maybe", ["2"]), ("answer=declined", ["3"]),
                ("sub-event=\(wedding.brunch.number)&answer=coming", []),
                ("answer=unknown&at-table=x&sort=-name", ["1"]),
            ]
            for (query, expected) in filters {
                let page = try await owner.get(served, "\(list)?\(query)").body
                #expect(Array(rows(page).prefix(1)) == expected, "\(query)")
                #expect(page.contains("No rows match the filters.") == expected.isEmpty, "\(query)")
                // The filters are open if one of them is set.
                let isSet = !query.contains("unknown")
                #expect(page.contains("<details open><summary>Filter</summary>") == isSet, "\(query)")
            }
            #expect(first.contains("<details><summary>Filter</summary>"))
            let family = try #require(first.firstMatch(of: /<option value="([0-9a-f]+)">Family</)).1
            let table = try await owner.get(served, "\(list)?at-table=\(family)&sort=-name").body
            #expect(rows(table) == ["1", "2"])
            #expect(PageForm.links(in: table).contains { $0.contains("sort=table") && $0.contains("at-table=") })
            #expect(!served.log.text.contains("Family") && !served.log.text.contains("G55"))
        }
    }

    @Test("Selected guests are exported and invited; their invitations are withdrawn after a confirmation")
    func bulk() async throws {
        try wedding.importGuests("name,email,household,ceremony\n=A,a@x.org,H,yes\nB,,,yes\nC,,,\n")
        let bulk = "\(list)/bulk"
        let (ceremony, reception) = (wedding.ceremony.number, wedding.reception.number)
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: wedding.festival)
        try await serve { served async throws in
            func send(_ action: String, _ more: [(String, String)]) async throws -> Reply {
                try await owner.post(served, bulk, [("rows", "ticked"), ("action", action)] + more)
            }
            let csv = try await send("export-csv", [("row", "1"), ("row", "3")])
            let lines = csv.body.split(separator: "\r\n")
            #expect(lines.count == 3 && lines[0].contains("Household") && lines[1].contains("'=A"))
            #expect(csv.headers["content-disposition"]?.contains("guests.csv") ?? false)
            let filtered = try await viewer.get(served, "\(list).csv?answer=not-invited").body.split(separator: "\r\n")
            #expect(filtered.count == 2 && filtered[1].contains("C"))
            #expect(try await owner.get(served, "\(list).xlsx").status == 200)
            #expect(try await owner.get(served, "\(list).pdf").headers["content-type"] == "application/pdf")

            let faults: [(String, [(String, String)], String)] = [
                ("invite", [], "Select at least one row"), ("invite", [("row", "1")], "Select at least one session"),
                ("paint", [("row", "1")], "Choose an action."),
                ("withdraw", [("row", "3"), ("to-\(reception)", "yes")], "None of these guests"),
            ]
            for (action, more, text) in faults {
                let refused = try await send(action, more)
                #expect(refused.status == 422 && refused.body.contains(text), "\(action)")
            }
            let invite = [("row", "1"), ("row", "3"), ("to-\(reception)", "yes")]
            let sent = [("rows", "ticked"), ("action", "invite")] + invite
            #expect(try await viewer.post(served, bulk, sent).status == 403)
            let location = "\(list)?done=guestsInvited&count=2&messages=1&unaddressed=1"
            #expect(try await send("invite", invite).headers["location"] == location)
            #expect(try invitations() == [[ceremony, reception], [ceremony], [reception]])

            let plan = try await owner.post(
                served, bulk, [("rows", "all"), ("action", "withdraw"), ("to-\(ceremony)", "yes")])
            #expect(plan.status == 200 && plan.body.contains("Withdraw 2 invitations"))
            #expect(try invitations() == [[ceremony, reception], [ceremony], [reception]])
            let done = try await owner.post(served, bulk, PageForm.filled(plan.body, to: bulk))
            #expect(done.headers["location"] == "\(list)?done=withdrawn&count=2")
            #expect(try invitations() == [[reception], [], [reception]])
        }
    }

    @Test("Each code of selected guests is printed once, after a page that counts the guests without a code")
    func printed() async throws {
        try wedding.importGuests("name,household,ceremony\nAnn,H,yes\nBob,H,yes\nCleo,,yes\nDan,,\n")
        try wedding.invite()
        // Ann and Bob share a code, Cleo has another, and Dan has none.
        let codes = Set(try wedding.guests().compactMap(\.guest.serial))
        try #require(codes.count == 2)
        let bulk = "\(list)/bulk"
        let festival = wedding.festival
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let printing = PrintConfiguration(ring: festival.keys, dataFolder: festival.folder.path)
        let sent = [("rows", "all"), ("action", "print")]
        var form: [(String, String)] = []
        try await Served.with(configuration: festival.configuration, printing: printing) { served async throws in
            #expect(try await viewer.post(served, bulk, sent).status == 403)
            let page = try await viewer.get(served, list).body
            #expect(!page.contains("value=\"print\""))
            let plan = try await owner.post(served, bulk, sent)
            #expect(plan.status == 200 && plan.body.contains("Print 2 tickets"))
            #expect(plan.body.contains("<dt>Guests without a code</dt><dd>1</dd>"))
            let none = try await owner.post(
                served, bulk, [("rows", "ticked"), ("row", "4"), ("action", "print")])
            #expect(none.status == 422 && none.body.contains("None of these rows has a valid ticket."))
            form = try PageForm.filled(plan.body, to: bulk, ["layout": "a4-10"])
            let done = try await owner.post(served, bulk, form)
            #expect(done.headers["location"] == "\(wedding.event.deskPath)/print/1")
            let batch = try wedding.services.printing.batch(1, of: wedding.event).batch
            #expect(batch.count == 2 && batch.plan.layout == "a4-10")
        }
        // If another server, or the same server after a restart, gets the form again, it prints nothing.
        try await Served.with(configuration: festival.configuration, printing: printing) { served async throws in
            let again = try await owner.post(served, bulk, form)
            #expect(again.status == 303 && again.headers["location"] == "\(wedding.event.deskPath)/print")
            #expect(try wedding.services.printing.batches(of: wedding.event).count == 1)
        }
        // A server without keys cannot print.
        try await serve { served async throws in
            #expect(try await owner.post(served, bulk, sent).status >= 500)
        }
    }

    private func ticked(_ html: String) -> [String] {
        html.matches(of: /<input type="checkbox" name="row" value="([0-9]+)"[^>]* checked>/).map { String($0.1) }
    }

    @Test("If guests are removed while a page is open, the page still works, and the choices for other guests are kept")
    func removed() async throws {
        let lines = (1...43).map { "G\($0),0,yes\n" }
        try wedding.importGuests("name,companions,ceremony\n" + lines.joined())
        let fields = (41...43).map { "reply-\($0)-\(wedding.ceremony.number)" }
        let note = "One guest was removed while you edited this page"
        try await serve { served async throws in
            let page = try await owner.get(served, "\(list)?after=40").body
            for number in [40, 41] { try wedding.services.guests.removeGuest(number, of: wedding.event) }
            let wrong = [fields[0]: "declined", fields[1]: "5", fields[2]: "declined"]
            let refused = try await owner.post(served, list, PageForm.filled(page, to: list, wrong))
            #expect(refused.status == 422 && refused.body.contains(note))
            #expect(refused.body.contains("id=\"\(fields[1])-fault\""))
            let again = try PageForm.filled(refused.body, to: list).first { $0.0 == fields[2] }
            #expect(again?.1 == "declined")

            let right = [fields[0]: "declined", fields[1]: "maybe"]
            let saved = try await owner.post(served, list, PageForm.filled(page, to: list, right))
            let location = try #require(saved.headers["location"])
            #expect(location == "\(list)?after=40&done=answered&removed-guests=41#guest-42")
            let next = try await owner.get(served, String(location.prefix { $0 != "#" }))
            #expect(next.status == 200 && rows(next.body) == ["42", "43"] && next.body.contains(note))
            let byName = try await owner.get(served, "\(list)?sort=name&after=40&removed-guests=42").body
            #expect(rows(byName).first == "1" && !byName.contains(note))
        }
    }

    @Test("If the last guest of the previous page is removed, refused forms and actions still show the same guests")
    func removedBefore() async throws {
        let lines = (1...43).map { "G\($0 + 10),0,yes\n" }
        try wedding.importGuests("name,companions,ceremony\n" + lines.joined())
        let ceremony = wedding.ceremony.number
        let bulk = "\(list)/bulk"
        try await serve { served async throws in
            let page = try await owner.get(served, "\(list)?sort=-name&after=4").body
            #expect(rows(page) == ["3", "2", "1"])
            try wedding.services.guests.removeGuest(4, of: wedding.event)
            let typed = ["reply-1-\(ceremony)": "5", "reply-3-\(ceremony)": "declined"]
            let refused = try await owner.post(served, list, PageForm.filled(page, to: list, typed))
            #expect(refused.status == 422 && rows(refused.body) == ["3", "2", "1"])
            let fault = "id=\"reply-1-\(ceremony)-fault\""
            #expect(refused.body.contains(fault))
            let again = try PageForm.filled(refused.body, to: list).first { $0.0 == "reply-3-\(ceremony)" }
            #expect(again?.1 == "declined")

            let chosen = [("action", "paint"), ("row", "3"), ("row", "1")]
            let action = try await owner.post(served, bulk, PageForm.filled(page, to: bulk) + chosen)
            #expect(action.status == 422 && ticked(action.body) == ["3", "1"])
        }
    }

    @Test("If a guest is removed at the moment of a save, the save is repeated once, without this guest")
    func rereading() throws {
        try wedding.importGuests("name,ceremony\nA,yes\nB,yes\n")
        let event = wedding.event
        var seen: [[Int]] = []
        let kept = try GuestGridForm.rereading {
            let numbers = try GuestGridForm.guests([1, 2], of: event, wedding.services).map(\.guest.number)
            if seen.isEmpty { try wedding.services.guests.removeGuest(1, of: event) }
            seen.append(numbers)
            // Guests who are already invited need no new code, so no keys are read.
            return try wedding.services.guests.editReplies(
                ofGuests: Set(numbers), of: event, signingWith: { throw GuestError.noSubEvents }
            ) { $0[2, default: [:]][wedding.ceremony.number] = .declined }
        }
        #expect(seen == [[1, 2], [2]])
        #expect(kept.map { $0.invitations.map(\.reply) } == [[.declined]])
        let refused: () throws -> Void = { throw GuestError.unknownGuest("9") }
        #expect(throws: GuestError.unknownGuest("9")) { try GuestGridForm.rereading(refused) }
    }

    @Test("After a refused action, the page has the same rows with the same ticks, and its filter form opens the list")
    func refusedAction() async throws {
        let lines = (1...43).map { "G\($0),0,yes\n" }
        try wedding.importGuests("name,companions,ceremony\n" + lines.joined())
        let bulk = "\(list)/bulk"
        try await serve { served async throws in
            let page = try await owner.get(served, "\(list)?after=40").body
            let chosen = [("action", "paint"), ("row", "42"), ("row", "43")]
            let refused = try await owner.post(served, bulk, PageForm.filled(page, to: bulk) + chosen)
            #expect(refused.status == 422 && rows(refused.body) == ["41", "42", "43"])
            #expect(ticked(refused.body) == ["42", "43"])
            let filters = PageForm.all(in: refused.body).filter { $0.method == "get" }.map(\.action)
            #expect(filters == [list])
            let all = try await owner.post(served, bulk, PageForm.filled(page, to: bulk, ["rows": "all"]))
            #expect(all.status == 422 && all.body.contains("<option value=\"all\" selected>"))
        }
    }

    @Test("A guest is added once, edited and removed; faults are shown at their fields; sellers are refused")
    func editing() async throws {
        try wedding.importGuests("name,ceremony\nGrace,yes\n")
        try wedding.invite()
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: wedding.festival)
        let (add, own) = ("\(list)/add", "\(list)/2")
        try await serve { served async throws in
            let page = try await owner.get(served, list).body
            let wrong = try await owner.post(
                served, add, PageForm.filled(page, to: add, ["name": "", "email": "x", "companions": "99"]))
            for field in ["name", "email", "companions"] {
                #expect(wrong.status == 422 && wrong.body.contains("id=\"\(field)-fault\""), "\(field)")
            }
            let typed = ["name": "Amina", "household": "Nakato", "phone": "+256 700-123456", "email": ""]
            let form = try PageForm.filled(wrong.body, to: add, typed.merging(["companions": "1"]) { $1 })
            for _ in 0..<2 {
                #expect(try await owner.post(served, add, form).headers["location"] == "\(list)?done=added#guest-2")
            }
            #expect(try wedding.guests().map(\.household) == [nil, "Nakato"])

            let first = try await owner.get(served, own).body
            let edit = try PageForm.filled(first, to: "\(own)/edit", ["table": "T9", "household": ""])
            for kind in ["saved", "unchanged"] {
                let saved = try await owner.post(served, "\(own)/edit", edit)
                #expect(saved.headers["location"] == "\(own)?done=\(kind)")
            }
            let clash = try await owner.post(
                served, "\(own)/edit", PageForm.filled(first, to: "\(own)/edit", ["table": "T5"]))
            #expect(clash.status == 422 && clash.body.contains("Current value: “T9”."))
            let bad = try await owner.post(
                served, "\(own)/edit", PageForm.filled(first, to: "\(own)/edit", ["phone": "12"]))
            #expect(bad.status == 422 && bad.body.contains("id=\"phone-fault\"") && bad.body.contains("<details open>"))
            let amina = try wedding.services.guests.guest(named: "2", of: wedding.event)
            #expect(amina.household == nil && amina.guest.details.table == "T9")
            #expect(amina.guest.details.phone == "+256700123456")

            let seen = Set(PageForm.all(in: try await seller.get(served, own).body).map(\.action))
            #expect(seen.isDisjoint(with: ["\(own)/edit", "\(own)/remove"]))
            for target in [add, "\(own)/edit", "\(own)/remove", "\(list)/invite"] {
                #expect(try await seller.post(served, target, []).status == 403, "\(target)")
            }
            let token = try wedding.token(of: "Grace")
            #expect(try wedding.gate(at: wedding.ceremony).decide(Scan(token)).outcome == .admit(again: false))
            let kept = try await owner.post(served, "\(list)/1/remove", [])
            #expect(kept.status == 422 && kept.body.contains("somebody was let in with the code"))
            let remove = try PageForm.filled(first, to: "\(own)/remove")
            for _ in 0..<2 {
                #expect(
                    try await owner.post(served, "\(own)/remove", remove).headers["location"] == "\(list)?done=removed")
            }
            #expect(try wedding.guests().map(\.guest.name) == ["Grace"])
            #expect(!served.log.text.contains("Amina"))
        }
    }

    @Test("After an edit, the page says how many guests lost a shared code, and how many answers were lowered")
    func outgrown() async throws {
        try wedding.importGuests("name,household,companions,ceremony\nA,H,7,yes\nB,H,3,yes\nC,H,3,yes\n")
        try wedding.invite()
        _ = try wedding.services.guests.answer(
            .attending(companions: 3), ofGuest: "2", to: wedding.ceremony, of: wedding.event)
        let own = "\(list)/2"
        try await serve { served async throws in
            for (companions, query, texts) in [
                ("5", "codeless=1", ["1 guest can’t keep a shared code", "invite the guests without a code again"]),
                ("1", "lowered=1", ["1 answer now has fewer companions."]),
            ] {
                let form = try PageForm.filled(
                    try await owner.get(served, own).body, to: "\(own)/edit", ["companions": companions])
                let saved = try await owner.post(served, "\(own)/edit", form)
                let location = try #require(saved.headers["location"])
                #expect(location == "\(own)?done=saved&\(query)")
                let page = try await owner.get(served, location).body
                for text in texts { #expect(page.contains(text), "\(text)") }
            }
            #expect(try wedding.guests().map { $0.guest.serial != nil } == [true, true, false])
        }
    }

    @Test("One button invites all guests without a code to the selected sub-events, and the page shows the result")
    func everybody() async throws {
        try wedding.importGuests("name,email,ceremony\nA,a@x.org,\nB,b@x.org,yes\nC,,\n")
        let invite = "\(list)/invite"
        try await serve { served async throws in
            let page = try await owner.get(served, list).body
            #expect(page.contains("3 guests have no code yet."))
            let nothing = try await owner.post(served, invite, PageForm.filled(page, to: invite))
            #expect(nothing.status == 422 && nothing.body.contains("Select at least one session."))
            let form = try PageForm.filled(page, to: invite, ["to-1": "yes", "to-2": "yes"])
            for _ in 0..<2 {
                let location = try #require(try await owner.post(served, invite, form).headers["location"])
                #expect(location == "\(list)?done=guestsInvited&count=3&messages=2&unaddressed=1")
                let saved = try await owner.get(served, location).body
                #expect(saved.contains("3 guests were invited. 2 messages were queued. 1 guest has no address."))
                #expect(!saved.contains(invite))
            }
            #expect(try invitations() == [[1, 2], [1], [1, 2]])
        }
    }
}
