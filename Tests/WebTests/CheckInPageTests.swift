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

@Suite("The desk page with an event’s gates", .serving)
struct CheckInPageTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "VIP").with { $0.gates = ["South", "East"] })
        owner = try .owner(of: festival)
        path = "\(festival.event.deskPath)/check-in"
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private var landmarks: [GateLandmark] {
        get throws { try festival.services.gates.landmarks(of: festival.event) }
    }

    @Test("The page lists the gates with the number of people inside, and links to each gate and to the list of phones")
    func list() async throws {
        let token = try festival.issue(1)[0]
        #expect(try festival.gate("South").decide(Scan(token)).outcome == .admit(again: false))
        try await serve { served async throws in
            let page = try await owner.get(served, path)
            #expect(page.status == 200)
            #expect(page.body.contains("<h1>\(festival.event.details.title): check-in</h1>"))
            let links = PageForm.links(in: page.body)
            #expect(links.contains("\(festival.event.deskPath)/devices"))
            #expect(links.contains("/gate/\(festival.event.slug)?gate=South"))
            let east = try #require(page.body.range(of: ">East</h2>"))
            let south = try #require(page.body.range(of: ">South</h2>"))
            #expect(page.body[east.upperBound..<south.lowerBound].contains("<dd>0</dd>"))
            #expect(page.body[south.upperBound...].contains("<dd>1</dd>"))
            // The landmark of a listed gate can be left empty. The landmark of a new gate cannot.
            let new = try #require(page.body.range(of: #"id="new-landmark-hint""#))
            #expect(page.body[..<new.lowerBound].contains("Leave empty for none."))
            #expect(!page.body[new.lowerBound...].contains("Leave empty for none."))
            #expect(MarkupGrammar.fault(in: page.body) == nil)
        }
    }

    @Test("The landmark of a listed gate can be saved and removed, and a new gate with a landmark joins the list")
    func editing() async throws {
        try await serve { served async throws in
            let saved = try await owner.post(
                served, path, [("gate", "South"), ("landmark", " by the <b>fountain "), ("form", "1")])
            #expect(saved.status == 303 && saved.headers["location"] == "\(path)?done=saved")
            #expect(try landmarks == [GateLandmark(gate: "South", text: "by the <b>fountain")])
            let page = try await owner.get(served, path).body
            #expect(page.contains(#"value="by the &lt;b&gt;fountain""#))
            let new = try await owner.post(
                served, path, [("new", "yes"), ("gate", "Tower"), ("landmark", "behind the stage"), ("form", "2")])
            #expect(new.status == 303)
            #expect(try await owner.get(served, path).body.contains(">Tower</h2>"))
            _ = try await owner.post(served, path, [("gate", "South"), ("landmark", ""), ("form", "3")])
            #expect(try landmarks.map(\.gate) == ["Tower"])
        }
    }

    @Test("If a landmark is refused, its form shows the error and keeps the typed text; all other forms are unchanged")
    func refused() async throws {
        let long = String(repeating: "x", count: GateLandmark.longest + 1)
        try await serve { served async throws in
            let row = try await owner.post(served, path, [("gate", "South"), ("landmark", long), ("form", "1")])
            #expect(row.status == 422 && row.body.contains(long))
            // East is the first gate, so South is the second.
            #expect(row.body.contains(#"id="landmark-2-fault""#) && !row.body.contains(#"id="landmark-1-fault""#))
            let new = try await owner.post(
                served, path, [("new", "yes"), ("gate", ""), ("landmark", "by the lake"), ("form", "2")])
            #expect(new.status == 422 && new.body.contains(#"id="new-gate-fault""#))
            #expect(new.body.contains(#"value="by the lake""#) && new.body.contains("The landmark was not saved."))
            #expect(try landmarks.isEmpty)
        }
    }

    @Test("Each gate has a form for its picture; a seller sees the picture, but cannot remove it")
    func picture() async throws {
        let picture = try festival.services.pictures.setGatePicture(
            anyPicture(), of: "Tower", showing: "A <b>tower", at: festival.event)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        let remove = "\(path)/picture/remove"
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            // The gates are East, South and Tower.
            #expect(page.contains(#"id="gate-picture-3-file""#) && page.contains(">Tower</h2>"))
            #expect(page.contains("/pictures/\(picture.id)/640.jpg") && page.contains("A &lt;b&gt;tower"))
            #expect(page.ranges(of: #"action="\#(remove)""#).count == 1)
            #expect(MarkupGrammar.fault(in: page) == nil)
            let shown = try await seller.get(served, path).body
            #expect(shown.contains("/pictures/\(picture.id)/640.jpg") && !shown.contains("gate-picture-"))
            #expect(try await seller.post(served, remove, [("gate", "Tower")]).status == 403)
            let removed = try await owner.post(served, remove, [("gate", "Tower"), ("form", "1")])
            #expect(removed.status == 303 && removed.headers["location"] == "\(path)?done=removed")
            #expect(try await owner.get(served, path).body.contains(">Tower</h2>") == false)
        }
        #expect(try festival.services.pictures.gatePictures(of: festival.event).isEmpty)
    }

    @Test("A seller sees the gates and their landmarks, but cannot change landmarks")
    func seller() async throws {
        try festival.services.gates.setLandmark(
            GateLandmark(gate: "South", text: "by the fountain"), of: festival.event)
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        try await serve { served async throws in
            let page = try await seller.get(served, path)
            #expect(page.status == 200 && page.body.contains("by the fountain"))
            #expect(!page.body.contains(#"name="landmark""#))
            #expect(try await seller.post(served, path, [("gate", "South"), ("landmark", "")]).status == 403)
            #expect(try landmarks.count == 1)
        }
    }
}
