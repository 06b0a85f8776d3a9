import Testing
import Ticketing

@testable import Messaging

@Suite("Reasons for messages")
struct MessageReasonTests {
    @Test("For each kind, the page of preferences shows the same reason as the footer of the kind’s standard message")
    func because() {
        for kind in Notice.Kind.allCases {
            #expect(MessageOutline.standard(for: kind).reason == kind.because, "\(kind)")
        }
    }
}
