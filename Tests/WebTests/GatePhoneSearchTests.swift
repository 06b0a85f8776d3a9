import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import WebGate
@testable import WebHost

@Suite("Searches by phone number on a gate’s page", .everyEngine, .serving)
struct GatePhoneSearchTests {
    @Test(
        "The last digits find the buyers’ tickets, and the results show how each ticket was sent, as JSON and as HTML"
    )
    func found() async throws {
        let festival = try Festival()
        try festival.order(byPhone: "+256772123456", name: "Kay <i>Okello</i>")
        try festival.order(byPhone: "+256701003456", name: "Ann")
        try festival.order(byPhone: "+256701009999", name: "Zoe")
        try festival.deliver(by: [.sms]) { notice in
            .accepted(providerID: notice.recipient, answer: "taken by the provider")
        }
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        #expect(try dispatcher.recordReport(id: "+256772123456", arrived: true, answer: "", festival.store))
        let phone = try festival.pairedPhone(named: "Phone 1")
        try await festival.serve { door async throws in
            let paired = try GateDoor(door.served, festival, phone: phone.secret)
            for client in [door, paired] {
                let tickets = try #require(try await client.post("search", #"{"text":"3456"}"#)?.list("tickets"))
                let summaries = Dictionary(
                    uniqueKeysWithValues: tickets.compactMap { ticket in
                        (ticket["name"] as? String).map { ($0, ticket["summary"] as? String ?? "") }
                    })
                #expect(Set(summaries.keys) == ["Kay <i>Okello</i>", "Ann"])
                #expect(summaries["Ann"]?.hasSuffix(" · Issued · sent 07:26 by SMS") == true, "\(summaries)")
                #expect(
                    summaries["Kay <i>Okello</i>"]?.hasSuffix(" · sent 07:26 by SMS, delivered") == true,
                    "\(summaries)")
            }
            let reply = try #require(try await door.post("search", #"{"text":"123456"}"#))
            #expect(try reply.list("tickets")?.count == 1)
            // The response contains neither the number nor the provider’s answer.
            #expect(!reply.body.contains("+256") && !reply.body.contains("provider"))
            #expect(try await door.post("search", #"{"text":"4567"}"#)?.list("tickets")?.isEmpty == true)

            let page = try #require(try await door.form("find", "gate=North&sub_event=&direction=entry&text=3456"))
            #expect(page.body.contains("Kay &lt;i&gt;Okello&lt;/i&gt;") && !page.body.contains("<i>Okello"))
            #expect(page.body.contains("sent 07:26 by SMS, delivered") && !page.body.contains("+256"))
            #expect(page.body.contains("Name, code, e-mail or last digits of a phone number"))
            let french = try await door.speaking("fr").form("find", "gate=North&direction=entry&text=123456")
            #expect(french?.body.contains("envoyé à 07:26 par SMS, bien reçu") == true)
        }
    }

    @Test("The result of a search says that a message came back")
    func cameBack() async throws {
        let festival = try Festival()
        try festival.issue(to: "grace@example.org")
        try festival.deliver { _ in .refused(answer: "550 5.1.1 no such user") }
        try await festival.serve { door async throws in
            let tickets = try #require(try await door.post("search", #"{"text":"grace"}"#)?.list("tickets"))
            #expect((tickets.first?["summary"] as? String)?.hasSuffix(" · message came back") == true, "\(tickets)")
        }
    }
}
