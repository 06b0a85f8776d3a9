import Languages
import Store
public import Ticketing

/// An organizer's identity document that waits for a review.
public struct SubmittedIdentity: Hashable, Sendable {
    public let organizer: Organizer
    /// The kind of the document; nil if an older version of the program stored a kind that no longer exists.
    public let document: IdentityDocument?
    /// The last three characters of the document's number.
    public let ending: String
    /// The stored hash of the document's kind and number. The reviewer's decision must contain this hash. So the
    /// decision cannot apply to another document that the organizer has entered since.
    public let hash: String
}

/// The review of identity documents. The review is off by default: an organizer then completes the step “identity” of
/// the verification by entering a document. If the review is on, the step is complete after the owner of the server has
/// accepted the document.
extension OrganizerService {
    /// Whether the owner of the server reviews identity documents.
    public func reviewsIdentities() throws -> Bool {
        try services.store.read { try $0.serverSettings.isOn(.reviewsIdentities) }
    }

    /// Turns the review of identity documents on or off. Only the local owner may do this. Documents that were accepted
    /// before stay accepted.
    public func setReviewsIdentities(_ isOn: Bool) throws {
        try services.performAsLocalOwner(.reviewIdentity) { work in
            let wasOn = try work.connection.serverSettings.isOn(.reviewsIdentities)
            try work.connection.serverSettings.set(.reviewsIdentities, on: isOn)
            func text(_ isOn: Bool) -> AuditFields { ["reviews_identities": isOn ? "yes" : "no"] }
            try work.record(AuditSubject(.user, services.user.id), before: text(wasOn), after: text(isOn))
        }
    }

    /// The identity documents that wait for a review. Only the local owner may see them.
    public func identitiesToReview() throws -> [SubmittedIdentity] {
        try services.readAsLocalOwner { connection in
            try connection.organizers.awaitingReview().compactMap { number -> SubmittedIdentity? in
                guard let organizer = try connection.organizers.with(number: number) else { return nil }
                let fields = try connection.organizers.detail(of: .identity, organizer: number)?.fields ?? [:]
                return SubmittedIdentity(
                    organizer: organizer, document: fields["kind"].flatMap { IdentityDocument(rawValue: $0) },
                    ending: fields["ending"] ?? "", hash: fields[OrganizerService.documentHash] ?? "")
            }
        }
    }

    /// Accepts the identity document of an organizer, which completes the step “identity” of the verification. Notifies
    /// the owners and managers of the organizer. Only the local owner may do this.
    ///
    /// - Parameter hash: the hash of the document that the reviewer has seen (`SubmittedIdentity`).
    /// - Throws: `ManagementError.unknownOrganizer` if no identity document of the organizer waits for a review;
    ///   `identityChanged` if another document waits.
    public func acceptIdentity(of organizer: OrganizerNumber, seen hash: String) throws {
        try review(organizer, seen: hash, IdentityReview(state: .accepted))
    }

    /// Sends the identity document of an organizer back, so that the organizer can enter another document. Notifies the
    /// owners and managers of the organizer. Only the local owner may do this.
    ///
    /// - Parameters:
    ///   - hash: the hash of the document that the reviewer has seen (`SubmittedIdentity`).
    ///   - reason: the reason, which the organizer sees.
    /// - Throws: `ManagementError.invalid` for an invalid reason; `unknownOrganizer` if no identity document of the
    ///   organizer waits for a review; `identityChanged` if another document waits.
    public func returnIdentity(of organizer: OrganizerNumber, seen hash: String, because reason: String) throws {
        var faults = FieldFaults()
        faults.require(text: reason, "reason", atMost: 500)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        try review(organizer, seen: hash, IdentityReview(state: .returned, reason: reason))
    }

    /// The review of an organizer's identity document; nil if the current document was not submitted for a review.
    public func identityReview(of organizer: Organizer) throws -> IdentityReview? {
        try services.read(.showOrganizer, in: organizer.number) { try $0.organizers.review(of: organizer.number) }
    }

    private func review(_ number: OrganizerNumber, seen hash: String, _ review: IdentityReview) throws {
        try services.requireUnrestricted(for: .reviewIdentity)
        try services.transact(.reviewIdentity, in: number) { work in
            try services.requireLocalOwner(work.connection)
            let organizers = work.connection.organizers
            guard try organizers.locked(number) != nil, let before = try organizers.review(of: number),
                before.state == .submitted
            else { throw ManagementError.unknownOrganizer("\(number)", known: []) }
            let fields = try organizers.detail(of: .identity, organizer: number)?.fields ?? [:]
            guard fields[OrganizerService.documentHash] ?? "" == hash else { throw ManagementError.identityChanged }
            try organizers.setReview(review, checked: review.state == .accepted ? work.now : nil, of: number)
            try work.record(
                AuditSubject(.organizer, number), before: before.auditFields,
                after: review.auditFields.merging(["step": VerificationStep.identity.rawValue]) { $1 })
            try OrganizerService.notify(of: review, number, work)
        }
    }

    /// Queues the message about the result of a review to the owners and managers of the organizer, except the
    /// reviewer.
    private static func notify(of review: IdentityReview, _ number: OrganizerNumber, _ work: UnitOfWork) throws {
        let payload = AuditFields(present: [("result", review.state.rawValue), ("body", review.reason)])
        let cause = try work.uniqueCause
        let members = try work.connection.users.notifiedMembers(of: number).filter { $0.user != work.user }
        try work.connection.notices.queue(
            members.compactMap {
                work.notice($0.email.rawValue, .identityReviewed, of: nil, payload: payload, uniqueCause: cause)
            })
    }

    /// The name of the field with the hash of the document.
    static let documentHash = "hash"

    /// Stores an identity document. If the owner of the server reviews identity documents, the step “identity” waits
    /// for the review; otherwise the step is complete.
    func submitIdentity(_ fields: AuditFields, of organizer: Organizer, _ work: UnitOfWork) throws {
        let isReviewed = try work.connection.serverSettings.isOn(.reviewsIdentities)
        let checked = isReviewed ? nil : work.now
        let review = isReviewed ? IdentityReview(state: .submitted) : nil
        try store(.identity, of: organizer, checked: checked, fields, work)
        let before = try work.connection.organizers.review(of: organizer.number)
        try work.connection.organizers.setReview(review, checked: checked, of: organizer.number)
        try work.record(
            AuditSubject(.organizer, organizer.number), before: before?.auditFields ?? [:],
            after: review?.auditFields ?? [:])
    }
}

extension IdentityReview {
    fileprivate var auditFields: AuditFields {
        AuditFields(present: [("identity_review", state.rawValue), ("reason", reason)])
    }
}
