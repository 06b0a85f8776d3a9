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

@Suite("The texts of the desk’s page with the guests", .serving)
struct GuestGridTextTests {
    @Test("The page says how many companions each guest may bring, in the singular or the plural")
    func companions() async throws {
        let wedding = try Wedding()
        let owner = try DeskVisitor.owner(of: wedding.festival)
        try wedding.importGuests("name,companions,reception\nA,1,yes\nB,3,yes\nC,0,yes\n")
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(wedding.event.deskPath)/guests").body
            #expect(page.contains("<span class=\"quiet\">up to one companion</span>"), "\(page)")
            #expect(page.contains("<span class=\"quiet\">up to 3 companions</span>"))
            #expect(!page.contains("up to 0") && !page.contains("up to 1 "))
        }
    }
}
