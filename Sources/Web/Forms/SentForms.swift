import Cryptography
import HTTPTypes
import Ticketing

/// Forms that made something: one that comes again, by a double click or the way back, gets the answer that it had, and
/// makes nothing.
actor SentForms {
    /// How many are remembered.
    private static let most = 4096

    private var answers: [String: Task<Answer, any Error>] = [:]
    private var order: [String] = []

    /// What forms made, by all that stood in them but their ids: a page that Back shows anew has another id.
    private var made: [(likeness: String, form: String?, at: Instant)] = []

    /// How long a form with the same in it is asked about, in seconds.
    private static let likenessSeconds: Int64 = 300

    /// What to ask the sender of a form about: another form with the same in it made something in the last minutes.
    ///
    /// - Parameter form: the id of the one that was sent now.
    func made(like likeness: String, by form: String?, at now: Instant) -> SameAgain? {
        made.removeAll { $0.at < now.advanced(bySeconds: -SentForms.likenessSeconds) }
        return made.last { $0.likeness == likeness && $0.form != form }.map { SameAgain(made: $0.at, now: now) }
    }

    func note(_ likeness: String, by form: String?, madeAt now: Instant) {
        made.append((likeness, form, now))
        if made.count > SentForms.most { made.removeFirst() }
    }

    /// - Parameters:
    ///   - key: of the form and all that stands in it; nil for one that names none.
    ///   - status: of the answers that are kept.
    ///   - repeated: makes the answer to a form that comes again from the one that it had.
    ///   - work: is done once; what is refused is done again.
    func once(
        _ key: String?, keeping status: HTTPResponse.Status = .seeOther,
        repeated: @Sendable (Answer) -> Answer = { $0 },
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard let key else { return try await work() }
        if let running = answers[key] { return repeated(try await running.value) }
        let task = Task { try await work() }
        answers[key] = task
        order.append(key)
        if order.count > SentForms.most { answers[order.removeFirst()] = nil }
        do {
            let answer = try await task.value
            if answer.status != status { forget(key) }
            return answer
        } catch {
            forget(key)
            throw error
        }
    }

    private func forget(_ key: String) {
        answers[key] = nil
        order.removeAll { $0 == key }
    }
}

extension Visit {
    /// The field by which a form is known.
    static let formID = "form"

    /// What tells this form from all others, and from itself with something else in it; nil for one without an id.
    ///
    /// - Throws: `Problem`; `OpenSSLError`.
    func formKey() async throws -> String? { try await formDigest().map(Hexadecimal.text) }

    /// The id of the one change that this form asks for: the same whenever it comes. Nil for a form without an id.
    ///
    /// - Throws: as `formKey`.
    func formChange() async throws -> ChangeID? { try await formDigest().map { ChangeID(digest: $0) } }

    /// What tells a form from those that have something else in it, whatever their ids.
    ///
    /// - Parameter sender: whose form it is: the code of their cookie.
    /// - Throws: `OpenSSLError`.
    func likeness(of form: FormFields, from sender: String) throws -> String {
        let own = [Visit.formID, "request", Antiforgery.field, SameAgain.field]
        let fields = form.without(own.contains).all.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        let words = "\(sender) \(target) \(FormFields(all: fields).encoded)"
        return Hexadecimal.text(try SHA256.digest(Array(words.utf8)))
    }

    private func formDigest() async throws -> [UInt8]? {
        let form = try await form()
        guard let id = try form.one(Visit.formID), !id.isEmpty, let pass else { return nil }
        let words = "\(try Antiforgery(pass.secret).code) \(target) \(form.encoded)\n"
        return try SHA256.digest(Array(words.utf8) + (file?.digest ?? []))
    }
}
