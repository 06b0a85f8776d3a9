public import Ticketing

extension Organizers {
    /// Stores the state of the review of an organizer's identity, and the time at which the organizer completed the
    /// verification step `identity`.
    ///
    /// - Parameters:
    ///   - review: nil if the identity was not submitted for a review.
    ///   - checked: the time at which the step was completed; nil if the step is not completed.
    public func setReview(_ review: IdentityReview?, checked: Instant?, of organizer: OrganizerNumber) throws {
        try connection.execute(
            """
            UPDATE organizer_step SET review = $1, review_reason = $2, checked = $3 WHERE organizer = $4 AND step = $5
            """,
            [
                .optional(review?.state.rawValue), .optional(review?.reason), .optional(checked),
                .int(organizer.rawValue), .text(VerificationStep.identity.rawValue),
            ])
    }

    /// The review of an organizer's identity; nil if the identity was not submitted for a review.
    public func review(of organizer: OrganizerNumber) throws -> IdentityReview? {
        try connection.first(
            """
            SELECT review, review_reason FROM organizer_step WHERE organizer = $1 AND step = $2 AND review IS NOT NULL
            """, [.int(organizer.rawValue), .text(VerificationStep.identity.rawValue)]
        ) { IdentityReview(state: try $0.value(0), reason: $0.optionalText(1)) }
    }

    /// The organizers whose identities wait for a review, ordered by number.
    public func awaitingReview() throws -> [OrganizerNumber] {
        try connection.all(
            "SELECT organizer FROM organizer_step WHERE step = $1 AND review = $2 ORDER BY organizer",
            [.text(VerificationStep.identity.rawValue), .text(IdentityReview.State.submitted.rawValue)]
        ) { try $0.value(0) }
    }
}
