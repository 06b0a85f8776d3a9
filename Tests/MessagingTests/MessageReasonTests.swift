import Testing
import Ticketing

@testable import Messaging

@Suite("Reasons for messages")
struct MessageReasonTests {
    @Test("The page of preferences shows the reason that the most common message of each kind has in its footer")
    func because() {
        for kind in Notice.Kind.allCases {
            #expect(MessageOutline.standard(for: kind).reason == kind.because, "\(kind)")
        }
    }
}
