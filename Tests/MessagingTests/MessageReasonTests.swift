import Testing
import Ticketing

@testable import Messaging

@Suite("Reasons for messages")
struct MessageReasonTests {
    @Test("For each kind of message, the preferences page shows the same reason as the footer of the standard message")
    func because() {
        for kind in Notice.Kind.allCases {
            #expect(MessageOutline.standard(for: kind).reason == kind.because, "\(kind)")
        }
    }
}
