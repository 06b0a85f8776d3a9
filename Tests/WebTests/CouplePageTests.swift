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

@Suite("The names of a couple", .serving)
struct CouplePageTests {
    private let wedding: Wedding
    private let owner: DeskVisitor

    init() throws {
        wedding = try Wedding()
        owner = try .owner(of: wedding.festival)
    }

    private var stored: EventDetails {
        get throws { try wedding.services.events.event(named: wedding.event.slug).details }
    }

    @Test("A celebration’s form has fields for the names of the couple, and the invitation shows them in large letters")
    func names() async throws {
        let invitation = try wedding.inviteGrace()
        let path = "\(wedding.event.deskPath)/edit/basics"
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            func couple() async throws -> Bool {
                let page = try #require(try await served.ask("GET", invitation)).body
                #expect(MarkupGrammar.fault(in: page) == nil)
                return page.contains("<p class=\"couple\">Amina &lt;b&gt; &amp; Brian</p>")
            }
            #expect(try await !owner.get(served, path).body.contains("id=\"first-partner\""))
            _ = try wedding.services.events.edit(wedding.event) { $0.kind = .celebration }
            let page = try await owner.get(served, path).body
            let typed = ["first-partner": "Amina <b>", "second-partner": "Brian"]
            #expect(try await owner.post(served, path, PageForm.filled(page, to: path, typed)).status == 303)
            #expect(try stored.couple == "Amina <b> & Brian")
            #expect(try await couple())
            #expect(try await owner.get(served, wedding.event.deskPath).body.contains("Amina &lt;b&gt; &amp; Brian"))

            // A form that was opened before the event became a celebration has no such fields, and changes no names.
            let old = try PageForm.filled(page, to: path, ["title": "Ball"]).filter { !$0.0.contains("partner") }
            #expect(try await owner.post(served, path, old).status == 303)
            #expect(try stored.title == "Ball" && stored.couple == "Amina <b> & Brian")

            // An event of another kind keeps the names, but does not show them.
            _ = try wedding.services.events.edit(wedding.event) { $0.kind = .private }
            #expect(try await !couple())
            #expect(try await owner.get(served, path).body.contains("id=\"first-partner\""))
            #expect(try stored.firstPartner == "Amina <b>" && stored.couple == nil)
        }
    }

    @Test("If a celebration has the name of only one partner, the invitation shows only this name")
    func oneName() {
        var details = EventDetails(title: "Birthday", kind: .celebration, timeZone: "UTC")
        #expect(details.couple == nil)
        details.secondPartner = "Brian"
        #expect(details.couple == "Brian")
    }
}
