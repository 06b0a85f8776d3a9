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

@Suite("The pages with the numbers for the caterer", .serving)
struct HeadcountPageTests {
    private let wedding: Wedding
    private let owner: DeskVisitor
    private let path: String
    private static let hostile = #"<script>alert("1")</script>'&"#

    init() throws {
        wedding = try Wedding()
        owner = try .owner(of: wedding.festival)
        path = "\(wedding.event.deskPath)/headcount"
        try wedding.importGuests("name,household,companions,ceremony\nGrace,Nakato,1,yes\nJoan,,0,yes\n")
        try answer(1) {
            $0.answers[1] = .attending(companions: 1)
            ($0.meal, $0.allergy) = ("=1+1", HeadcountPageTests.hostile)
            $0[companion: 1] = Companion(number: 1, isChild: true, meal: "Pasta, \"al dente\"", allergy: "milk")
        }
    }

    private func answer(_ guest: Int, _ alter: (inout GuestAnswers) throws -> Void) throws {
        _ = try wedding.services.guests.editAnswers(ofGuest: guest, of: wedding.event, alter)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: wedding.festival.configuration, work)
    }

    @Test("The page shows the current numbers; its form freezes them as a version, but only once if it is sent twice")
    func frozen() async throws {
        try await serve { served async throws in
            let guests = try await owner.get(served, "\(wedding.event.deskPath)/guests").body
            #expect(PageForm.links(in: guests).contains(path))
            let page = try await owner.get(served, path).body
            // On phones, each number is shown beside the heading of its column.
            #expect(page.contains("<td data-label=\"No answer\">1</td>"))
            let cells = page.replacing(/\sdata-label="[^"]*"/, with: "")
            #expect(cells.contains("<td>2</td><td>1</td><td>1</td><td>1</td><td>0</td><td>1</td>"))
            #expect(page.contains("No numbers have been frozen yet.") && page.contains("Freeze as version 1"))
            #expect(page.contains("companion of Grace") && !page.contains("<script>alert"))
            let form = try PageForm.filled(page, to: path, ["note": "for <b>Lido"])
            for _ in 0..<2 {
                let reply = try await owner.post(served, path, form)
                #expect(reply.status == 303 && reply.headers["location"] == "\(path)/1?done=added")
            }
            #expect(try wedding.services.headcounts.versions(of: wedding.event).map(\.number) == [1])
            let list = try await owner.get(served, path).body
            #expect(PageForm.links(in: list).contains("\(path)/1") && list.contains("Freeze as version 2"))
            #expect(list.contains("for &lt;b&gt;Lido") && !list.contains("for <b>"))
        }
    }

    @Test(
        """
        The page of a version shows its numbers, and the differences from the previous version and from the current \
        numbers
        """)
    func version() async throws {
        _ = try wedding.services.headcounts.freeze(of: wedding.event)
        try answer(2) { $0.answers[1] = .attending(companions: 0) }
        _ = try wedding.services.headcounts.freeze(of: wedding.event)
        try answer(2) { $0.answers[1] = .maybe }
        try await serve { served async throws in
            let first = try await owner.get(served, "\(path)/1").body
            #expect(first.contains("Frozen at Wed 23 Dec 2026, 07:26 by Test."))
            #expect(!first.contains("Changes since version"))
            #expect(first.contains("Changes from this version until now"))
            #expect(first.contains("<td>Maybe</td><td>0</td><td>1</td>"))
            let second = try await owner.get(served, "\(path)/2").body
            #expect(second.contains("Changes since version 1"))
            #expect(second.contains("<td>People</td><td>2</td><td>3</td>"))
            #expect(second.contains("<td>People</td><td>3</td><td>2</td>"))
            #expect(second.contains("<td>no meal chosen</td><td>0</td><td>1</td>"))
            for wrong in ["3", "0", "01", "x"] {
                #expect(try await owner.get(served, "\(path)/\(wrong)").status == 404, "\(wrong)")
            }
        }
    }

    @Test("The meals and allergies of people who may come are listed separately: on the page, in versions and in CSV")
    func possible() async throws {
        try answer(2) {
            $0.answers[1] = .maybe
            ($0.meal, $0.allergy) = ("rice", HeadcountPageTests.hostile)
        }
        _ = try wedding.services.headcounts.freeze(of: wedding.event)
        try answer(2) { $0.allergy = "soy" }
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("<h2>People who may come</h2>"))
            let part = page.split(separator: "<h2>People who may come</h2>").last ?? ""
            #expect(part.contains("<td>rice</td><td>1</td>") && part.contains("<td>soy</td><td>Joan</td>"))
            let version = try await owner.get(served, "\(path)/1").body
            #expect(version.contains("<h2>People who may come</h2>") && !version.contains("<script>alert"))
            #expect(version.contains("<td>May come, allergy: soy</td><td>0</td><td>1</td>"))
            let csv = try await owner.get(served, "\(path).csv").body
            #expect(csv.contains("Ceremony,may come,,,,1\r\n"))
            #expect(csv.contains("Ceremony,\"may come, meal\",rice,,,1\r\n"))
            #expect(csv.contains("Ceremony,\"may come, allergy\",soy,Joan,,1\r\n"))
        }
    }

    @Test("The CSV files have the numbers, and no cell is a formula")
    func csv() async throws {
        _ = try wedding.services.headcounts.freeze(of: wedding.event)
        try answer(1) { $0.answers[1] = .declined }
        try await serve { served async throws in
            let frozen = try await owner.get(served, "\(path)/1/headcount.csv")
            #expect(frozen.headers["content-type"] == "text/csv; charset=utf-8")
            #expect(frozen.headers["content-disposition"]?.contains("-headcount-1.csv") ?? false)
            #expect(frozen.body.contains("Ceremony,people,,,,2\r\n") && frozen.body.contains("Ceremony,meal,'=1+1,,,1"))
            #expect(frozen.body.contains("Ceremony,meal,\"Pasta, \"\"al dente\"\"\",,,1\r\n"))
            #expect(frozen.body.contains("Ceremony,allergy,milk,companion of Grace,Nakato,1\r\n"))
            let current = try await owner.get(served, "\(path).csv").body
            #expect(current.contains("Ceremony,people,,,,0\r\n") && !current.contains("Grace"))
        }
    }

    @Test("A faulty note is refused at its field; viewers can read the numbers, and sellers and gate staff cannot")
    func refused() async throws {
        let organizer = try #require(try wedding.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: wedding.festival)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: wedding.festival)
        let gate = try DeskVisitor.member(.gate, of: organizer, at: wedding.festival)
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            let long = try PageForm.filled(page, to: path, ["note": String(repeating: "x", count: 201)])
            let reply = try await owner.post(served, path, long)
            #expect(reply.status == 422 && reply.body.contains("The numbers were not frozen."))
            #expect(reply.body.contains("id=\"note-fault\""))
            let shown = try await owner.get(served, path).body
            #expect(shown.contains("<button>Freeze as version 1</button>"))
            let read = try await viewer.get(served, path)
            #expect(read.status == 200 && !read.body.contains("Freeze as version"))
            #expect(try await viewer.post(served, path, []).status == 403)
            for visitor in [seller, gate] {
                #expect(try await visitor.get(served, path).status == 403)
                #expect(try await visitor.get(served, "\(path).csv").status == 403)
                let guests = try await visitor.get(served, "\(wedding.event.deskPath)/guests").body
                #expect(!PageForm.links(in: guests).contains(path))
            }
            #expect(try wedding.services.headcounts.versions(of: wedding.event).isEmpty)
        }
    }
}
