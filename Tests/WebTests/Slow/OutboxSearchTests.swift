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

@Suite("The search in the outbox", .serving, .slow)
struct OutboxSearchTests {
    @Test("A search finds the messages of a tab by words of recipient and kind, and logs no address")
    func search() async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        for number in 1...52 { try festival.issue(to: "guest\(number)@example.org") }
        try festival.issue(to: "grace@example.org")
        let path = "\(festival.event.deskPath)/notices"
        func recipients(_ html: String) -> [String] {
            html.matches(of: /data-label="To">([^<]*)</).map { String($0.1) }
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            func found(_ text: String, in tab: String = "waiting") async throws -> String {
                try await owner.post(served, "\(path)/search", [("text", text), ("show", tab)]).body
            }
            #expect(recipients(try await found("GRACE issued")) == ["grace@example.org"])
            #expect(recipients(try await found("grace", in: "sent")).isEmpty)
            let none = try await found("<b>nobody")
            #expect(none.contains("No message found for “&lt;b&gt;nobody” in this list."))
            let first = try await found("guest")
            #expect(recipients(first).count == 50)
            let form = try #require(
                PageForm.all(in: first).first { form in
                    form.action == "\(path)/search" && form.fields.contains { $0.name == "after" }
                })
            let next = form.fields.filter { $0.name != CSRFToken.field }.map { ($0.name, $0.value) }
            let second = recipients(try await owner.post(served, "\(path)/search", next).body)
            #expect(Set(recipients(first) + second).count == 52 && second.count == 2)
            #expect(!served.log.text.contains("grace") && !served.log.text.contains("guest1"))
        }
    }
}
