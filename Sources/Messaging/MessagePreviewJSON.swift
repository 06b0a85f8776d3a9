package import Management
package import Presentation
package import Ticketing

/// The people whom a message of an organizer reaches, and its cost, as JSON.
package struct MessagePreviewJSON {
    private let preview: MessagePreview
    /// Nil if no SMS is sent, or if it is unknown.
    private let estimate: SMSEstimate?

    package init(preview: MessagePreview, estimate: SMSEstimate?) {
        self.preview = preview
        self.estimate = estimate
    }

    /// The cost of all SMS; nil if no SMS is sent, or if the price is unknown.
    package var cost: Money? { estimate?.cost(of: preview.bySMS) }

    package var members: [(String, JSON)] {
        [
            ("recipients", .int(preview.recipients)), ("by_email", .int(preview.byEmail)),
            ("by_sms", .int(preview.bySMS)), ("unreachable", .int(preview.unreachable)),
            ("parts", .optional(estimate?.parts)), ("cost", .optional(cost?.description)),
        ]
    }
}
