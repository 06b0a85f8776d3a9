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

@Suite("The pages that the search finds", .serving, .slow)
struct DeskPageNameTests {
    @Test("Each page that the search finds by its name exists")
    func exist() async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let printing = PrintConfiguration(ring: festival.keys, dataFolder: festival.folder.path)
        let paths =
            DeskPages.ofUser.map(\.path) + DeskPages.pages(of: festival.event).map { festival.event.deskPath + $0.path }
            + DeskPages.pages(of: organizer).map { organizer.deskPath + $0.path }
        #expect(paths.count > 25 && Set(paths).count == paths.count)
        try await Served.with(
            configuration: festival.configuration, gates: try festival.gates, printing: printing
        ) { served async throws in
            for path in paths { #expect(try await owner.get(served, path).status == 200, "\(path)") }
        }
    }
}
