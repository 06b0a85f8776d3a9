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

    /// - Parameters:
    ///   - key: of the form and all that stands in it; nil for one that names none.
    ///   - status: of the answers that are kept.
    ///   - work: is done once; what is refused is done again.
    func once(
        _ key: String?, keeping status: HTTPResponse.Status = .seeOther,
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard let key else { return try await work() }
        if let running = answers[key] { return try await running.value }
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

    private func formDigest() async throws -> [UInt8]? {
        let form = try await form()
        guard let id = try form.one(Visit.formID), !id.isEmpty, let pass else { return nil }
        let words = "\(try Antiforgery(pass.secret).code) \(target) \(form.encoded)\n"
        return try SHA256.digest(Array(words.utf8) + (file?.digest ?? []))
    }
}
