import Languages
import Management
import Ticketing
import WebHost

/// The page on which the owner of the server accepts or returns the identity documents of organizers, and turns the
/// review on or off. Other users get the error “page not found”.
struct IdentityReviewPage: Sendable {
    let desk: Desk

    static let path = "/desk/reviews"
    /// The field with the hash of the document that the reviewer sees.
    private static let documentField = "document"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let context = try await request.withServices { services in
            try IdentityReviewPage.requireLocalOwner(services)
            return try self.context(services)
        }
        return try desk.page(request, "desk-identity-reviews", title: Sentence(AccountSentence.reviewsTitle), context)
    }

    /// Turns the review on or off.
    func set(_ request: PageRequest) async throws -> RouteResponse {
        let isOn = try await request.form().value("on") == FormField.checkedValue
        return try await submit(request) { services in
            try services.organizers.setReviewsIdentities(isOn)
            return .saved
        }
    }

    func accept(_ request: PageRequest) async throws -> RouteResponse {
        let seen = try await request.form().value(IdentityReviewPage.documentField) ?? ""
        return try await submit(request) { services in
            try IdentityReviewPage.review(request, services) {
                try services.organizers.acceptIdentity(of: $0, seen: seen)
            }
        }
    }

    func sendBack(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let reason = try form.typed("reason") ?? ""
        let seen = try form.value(IdentityReviewPage.documentField) ?? ""
        return try await submit(request, typed: reason) { services in
            try IdentityReviewPage.review(request, services) {
                try services.organizers.returnIdentity(of: $0, seen: seen, because: reason)
            }
        }
    }

    private func submit(
        _ request: PageRequest, typed reason: String = "",
        _ work: @escaping @Sendable (ManagementServices) throws -> FlashMessage.Kind
    ) async throws -> RouteResponse {
        let organizer = request.pathParameter("organizer")
        return try await desk.submit(request, "desk-identity-reviews") { services in
            try IdentityReviewPage.requireLocalOwner(services)
            return FlashMessage.path(IdentityReviewPage.path, try work(services))
        } redisplay: { services, refused in
            (
                Sentence(AccountSentence.reviewsTitle),
                try self.context(services, returning: organizer, typed: reason, faults: refused.faults)
            )
        }
    }

    /// Reviews the submitted document of the organizer in the path of a request. Changes nothing if no document of the
    /// organizer waits for a review, for example because another reviewer was faster.
    ///
    /// - Returns: The result, for the message on the next page.
    private static func review(
        _ request: PageRequest, _ services: ManagementServices, _ work: (OrganizerNumber) throws -> Void
    ) throws -> FlashMessage.Kind {
        let number = request.pathParameter("organizer") ?? ""
        let waiting = try services.organizers.identitiesToReview()
        guard let submitted = waiting.first(where: { $0.organizer.number.description == number }) else {
            return .notWaiting
        }
        do {
            try work(submitted.organizer.number)
        } catch ManagementError.unknownOrganizer {
            // The document was reviewed after the list was read.
            return .notWaiting
        }
        return .saved
    }

    private static func requireLocalOwner(_ services: ManagementServices) throws {
        guard try services.isLocalOwner else { throw Problem.pageNotFound }
    }

    /// - Parameters:
    ///   - organizer: the number of the organizer whose document the user tried to return with a form that was refused;
    ///     nil if no form was refused.
    ///   - reason: the reason that the user typed.
    private func context(
        _ services: ManagementServices, returning organizer: String? = nil, typed reason: String = "",
        faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let reviews = try services.organizers.identitiesToReview().map { submitted in
            let number = submitted.organizer.number.description
            let isOwn = number == organizer
            let field = FormField(
                "reason", Sentence(AccountSentence.reason), hint: Sentence(AccountSentence.reasonHint),
                requirement: .required, id: "reason-\(number)")
            return TemplateContext([
                "organizer": .text(submitted.organizer.name),
                "document": .sentence(submitted.document?.label ?? .verbatim("–")), "ending": .text(submitted.ending),
                "document_hash": .text(submitted.hash), "review_path": .text("\(IdentityReviewPage.path)/\(number)"),
                "return_fields": .list([
                    field.context(isOwn ? reason : "", fault: isOwn ? faults.text(of: "reason") : nil)
                ]),
            ])
        }
        let isOn = try services.organizers.reviewsIdentities()
        var context: [String: TemplateContext.Value] = ["reviews": .list(reviews)]
        context[isOn ? "is_on" : "is_off"] = .section(TemplateContext([:]))
        context.merge(try services.onlyOrganizerContext()) { own, _ in own }
        return context
    }
}
