package import Foundation
package import Management
package import Presentation
package import Ticketing

/// The number of people whom an organizer's message reaches, and the cost of the message, as JSON.
package struct MessagePreviewJSON {
    private let preview: MessagePreview
    /// The SMS and its price; nil if the message is not sent by SMS, or if the program cannot make the SMS.
    private let estimate: SMSEstimate?
    private let zone: TimeZone

    package init(preview: MessagePreview, estimate: SMSEstimate?, zone: TimeZone) {
        self.preview = preview
        self.estimate = estimate
        self.zone = zone
    }

    /// The cost of all SMS; nil if no SMS is sent, or if the price is unknown.
    package var cost: Money? { estimate?.cost(of: preview.bySMS) }

    package var members: [(String, JSON)] {
        [
            ("recipients", .int(preview.recipients)), ("by_email", .int(preview.byEmail)),
            ("by_sms", .int(preview.bySMS)), ("addresses", .int(preview.addresses)),
        ] + UnreachedPeopleReport(preview.unreached, zone: zone).members + [
            ("parts", .optional(estimate?.parts)), ("cost", .optional(cost?.description)),
        ]
    }
}
