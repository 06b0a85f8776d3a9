import Cryptography
package import HTTPTypes
package import Ticketing

/// The forms that were submitted successfully. A user can send the same form twice, with a double click or the Back
/// button. The second form gets the response to the first form, and changes nothing.
///
/// `scripts/forms.js` keeps the id of a form when the browser reloads the form's page.
package actor FormSubmissions {
    private static let maxRemembered = 4096

    private var answers: [String: Task<RouteResponse, any Error>] = [:]
    /// The keys of `answers`, the oldest first.
    private var order: [String] = []

    /// Recent forms, each with a hash of its contents. The hash does not cover the form’s id. Without scripts, a
    /// browser can reload the form’s page when the user clicks the Back button, and the same form then has a new id.
    private var recent: [(likeness: String, form: String?, at: Instant)] = []

    /// For this number of seconds after a form was sent, another form with the same contents needs a confirmation.
    private static let duplicateWindowSeconds: Int64 = 300

    /// The error for a form with the same contents as a recent form, but with another id; nil if there is no such
    /// recent form.
    ///
    /// - Parameters:
    ///   - digest: A hash of the contents of the form that was sent now.
    ///   - form: The id of the form that was sent now.
    package func recentDuplicate(like digest: String, by form: String?, at now: Instant) -> DuplicateSubmission? {
        recent.removeAll { $0.at < now.advanced(bySeconds: -FormSubmissions.duplicateWindowSeconds) }
        return recent.last { $0.likeness == digest && $0.form != form }.map {
            DuplicateSubmission(firstSubmitted: $0.at, now: now)
        }
    }

    package func record(_ digest: String, by form: String?, madeAt now: Instant) {
        recent.append((digest, form, now))
        if recent.count > FormSubmissions.maxRemembered { recent.removeFirst() }
    }

    /// Performs the action of a form. If the form has already been sent, returns the first response instead.
    ///
    /// - Parameters:
    ///   - key: A hash of the form’s id and contents. Nil for a form without an id; the action of such a form is always
    ///     performed.
    ///   - status: A response is remembered only if it has this status.
    ///   - repeated: Turns the first response into the response to a repeated form.
    ///   - work: Performs the action. If it fails or returns a status other than `status`, it runs again when the form
    ///     is sent again.
    package func once(
        _ key: String?, keeping status: HTTPResponse.Status = .seeOther,
        repeated: @Sendable (RouteResponse) -> RouteResponse = { $0 },
        _ work: @escaping @Sendable () async throws -> RouteResponse
    ) async throws -> RouteResponse {
        guard let key else { return try await work() }
        if let running = answers[key] { return repeated(try await running.value) }
        let task = Task { try await work() }
        answers[key] = task
        order.append(key)
        if order.count > FormSubmissions.maxRemembered { answers[order.removeFirst()] = nil }
        do {
            let answer = try await task.value
            if answer.status != status { remove(key) }
            return answer
        } catch {
            remove(key)
            throw error
        }
    }

    private func remove(_ key: String) {
        answers[key] = nil
        order.removeAll { $0 == key }
    }
}

extension PageRequest {
    /// The name of the field with the form’s id.
    package static let formID = "form"

    /// A hash of the form’s id and contents; nil for a form without an id.
    ///
    /// - Throws: `Problem`; `OpenSSLError`.
    package func formKey() async throws -> String? { try await formDigest().map(Hexadecimal.text) }

    /// An id for the change that this form makes. The id is the same each time the form is sent. Nil for a form without
    /// an id.
    ///
    /// - Throws: The errors of `formKey`.
    package func formChangeID() async throws -> ChangeID? { try await formDigest().map { ChangeID(digest: $0) } }

    /// A hash of the contents of a form, without the form’s id.
    ///
    /// - Parameter sender: The sender’s CSRF token. The hash covers the token, so equal forms of different senders have
    ///   different hashes.
    /// - Throws: `OpenSSLError`.
    package func contentDigest(of form: FormFields, from sender: String) throws -> String {
        let own = [PageRequest.formID, "request", CSRFToken.field, DuplicateSubmission.field]
        let fields = form.without(own.contains).values.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        let text = "\(sender) \(target) \(FormFields(values: fields).encoded)"
        return Hexadecimal.text(try SHA256.digest(Array(text.utf8)))
    }

    private func formDigest() async throws -> [UInt8]? {
        let form = try await form()
        guard let id = try form.value(PageRequest.formID), !id.isEmpty, let credentials else { return nil }
        let text = "\(try CSRFToken(credentials.secret).code) \(target) \(form.encoded)\n"
        return try SHA256.digest(Array(text.utf8) + (file?.digest ?? []))
    }
}
