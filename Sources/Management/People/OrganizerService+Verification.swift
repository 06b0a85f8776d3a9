import Cryptography
import Languages
public import Ticketing

/// The input to one of the five steps by which an organizer is verified. The first step confirms an e-mail address, and
/// has two inputs. Two more inputs confirm the phone number of the public contact; they are not required.
public enum VerificationStepInput: Sendable {
    /// Requests a code that confirms an address. The code is sent to the address in a notice.
    case email(EmailAddress)
    /// Enters the code.
    case emailCode(String)
    /// An identity document. Only a hash and the last three characters of the document's number are stored.
    case identity(IdentityDocument, number: String, IdentityKey)
    case contact(PublicContact)
    /// Requests a code that confirms the phone number of the public contact. The code is sent to the number in a
    /// notice.
    case phone
    /// Enters the code.
    case phoneCode(String)
    case payout(Payout)
    case terms(version: String)
}

extension OrganizerService {
    /// The number of wrong tries after which a new code is needed.
    private static let maximumAttempts = 5
    /// The maximum number of codes in 24 hours for an organizer's e-mail address, and also for its phone number. With
    /// five tries for each code, an attacker has at most 25 guesses a day among a million codes.
    static let maximumCodesPerDay = 5
    /// The name of the field with the time at which the phone number of the public contact was confirmed, in Unix
    /// milliseconds.
    private static let phoneConfirmed = "phone_confirmed"

    /// Applies one input to the verification of an organizer.
    ///
    /// - Throws: `ManagementError.invalid` with all faults; `wrongConfirmation`; `noPendingConfirmation`;
    ///   `tooManyCodes`; `MessageLimitError`.
    public func verify(_ organizer: Organizer, _ claim: VerificationStepInput) throws -> Organizer {
        var refusal: ManagementError?
        let verified = try services.perform(.verifyOrganizer, in: organizer.number) { work in
            // The codes to an address are counted, so transactions that send codes must run one after another. This
            // lock comes before all other locks, so that two transactions cannot deadlock.
            if claim.sendsCode { try work.serialize() }
            guard let current = try work.connection.organizers.locked(organizer.number) else {
                throw ManagementError.unknownOrganizer(organizer.slug, known: [])
            }
            refusal = try apply(claim, of: current, work)
            return try work.connection.organizers.with(number: organizer.number) ?? current
        }
        // The transaction stores the number of wrong tries, so it must be committed before the error is thrown.
        if let refusal { throw refusal }
        return verified
    }

    private func apply(_ claim: VerificationStepInput, of organizer: Organizer, _ work: UnitOfWork) throws
        -> ManagementError?
    {
        switch claim {
        case .email(let address):
            try sendCode(
                to: address.rawValue, for: .profile, checked: nil, ["email": address.rawValue], of: organizer, work)
        case .emailCode(let code): return try confirm(code, for: .profile, of: organizer, work)
        case .identity(let kind, let number, let key):
            guard let normalized = IdentityDocument.normalized(number: number) else {
                throw ManagementError.invalid([FieldFault("number", FaultSentence.documentNumber)])
            }
            try submitIdentity(
                [
                    "kind": kind.rawValue,
                    OrganizerService.documentHash: try key.hash(kind: kind.rawValue, number: normalized),
                    "ending": String(normalized.suffix(3)),
                ], of: organizer, work)
        case .contact(let contact): try storeContact(contact, of: organizer, work)
        case .phone: try sendPhoneCode(of: organizer, work)
        case .phoneCode(let code): return try confirm(code, for: .contact, of: organizer, work)
        case .payout(let payout):
            try requireNoFaults(payout.faults)
            try store(.payout, of: organizer, checked: work.now, payout.fields, work)
        case .terms(let version):
            try requireNoFaults(
                version == Terms.version
                    ? [] : [FieldFault("terms", FaultSentence.termsVersion, ["version": .text(Terms.version)])])
            try store(.terms, of: organizer, checked: work.now, ["version": version], work)
        }
        return nil
    }

    /// If the phone number is still the same, it stays confirmed.
    private func storeContact(_ contact: PublicContact, of organizer: Organizer, _ work: UnitOfWork) throws {
        try requireNoFaults(contact.faults)
        let before = try work.connection.organizers.detail(of: .contact, organizer: organizer.number)?.fields ?? [:]
        let isSamePhone = before["phone"] == contact.phone?.rawValue
        try store(
            .contact, of: organizer, checked: work.now,
            AuditFields(present: [
                ("email", contact.email?.rawValue), ("phone", contact.phone?.rawValue), ("website", contact.website),
                (OrganizerService.phoneConfirmed, isSamePhone ? before[OrganizerService.phoneConfirmed] : nil),
            ]),
            codes: recentCodes(for: .contact, of: organizer, work), work)
    }

    /// The organizer's e-mail address must be confirmed first, so that strangers cannot send messages to any phone.
    private func sendPhoneCode(of organizer: Organizer, _ work: UnitOfWork) throws {
        guard let (checked, fields) = try work.connection.organizers.detail(of: .contact, organizer: organizer.number),
            let phone = fields["phone"]
        else { throw ManagementError.invalid([FieldFault("phone", AccountSentence.phoneMissing)]) }
        guard !organizer.verification.missing.contains(.profile) else {
            throw ManagementError.invalid([FieldFault("phone", AccountSentence.addressFirst)])
        }
        let kept = fields.filter { ["email", "phone", "website"].contains($0.key) }
        try sendCode(to: phone, for: .contact, checked: checked, kept, of: organizer, work)
    }

    /// Creates a code, stores it with a step, and queues a notice with the code.
    ///
    /// - Parameters:
    ///   - recipient: an e-mail address or a phone number.
    ///   - checked: the time at which the step was completed; nil if the step is completed only when the code is
    ///     entered.
    ///   - fields: the fields of the step that are stored together with the code.
    private func sendCode(
        to recipient: String, for step: VerificationStep, checked: Instant?, _ fields: AuditFields,
        of organizer: Organizer, _ work: UnitOfWork
    ) throws {
        let sent = try recentCodes(for: step, of: organizer, work)
        if sent.count >= OrganizerService.maximumCodesPerDay, let first = sent.min() {
            throw ManagementError.tooManyCodes(until: first.advanced(bySeconds: 86_400))
        }
        try work.count(AccountMessage.code, to: recipient)
        let code = try OrganizerService.confirmationCode()
        try store(
            step, of: organizer, checked: checked, fields.merging(["tries": "0"]) { $1 }, secret: code,
            codes: sent + [work.now], work)
        try work.notify(
            recipient, .confirmEmail, of: nil, payload: ["code": code, "organizer": organizer.name],
            uniqueCause: "\(organizer.number)/\(work.now.milliseconds)")
    }

    private func confirm(
        _ code: String, for step: VerificationStep, of organizer: Organizer, _ work: UnitOfWork
    ) throws -> ManagementError? {
        guard let (checked, fields) = try work.connection.organizers.detail(of: step, organizer: organizer.number),
            let sent = fields["code"]
        else { throw ManagementError.noPendingConfirmation }
        let tries =
            Int(fields["tries"] ?? "").map { min(max($0, 0), OrganizerService.maximumAttempts) }
            ?? OrganizerService.maximumAttempts
        let isRight =
            tries < OrganizerService.maximumAttempts && ConstantTime.equal(Array(code.utf8).span, Array(sent.utf8).span)
        var kept = fields.filter { !["code", "codes", "tries"].contains($0.key) }
        let codes = try recentCodes(for: step, of: organizer, work)
        if isRight {
            if step == .contact { kept[OrganizerService.phoneConfirmed] = "\(work.now.milliseconds)" }
            try store(step, of: organizer, checked: checked ?? work.now, kept, codes: codes, work)
            return nil
        }
        let used = min(tries + 1, OrganizerService.maximumAttempts)
        kept["tries"] = "\(used)"
        try store(step, of: organizer, checked: checked, kept, secret: sent, codes: codes, work)
        return .wrongConfirmation(left: OrganizerService.maximumAttempts - used)
    }

    /// The times at which codes for a step were created in the last 24 hours. Times in the future come from a wrong
    /// clock, and are ignored.
    private func recentCodes(
        for step: VerificationStep, of organizer: Organizer, _ work: UnitOfWork
    ) throws -> [Instant] {
        let fields = try work.connection.organizers.detail(of: step, organizer: organizer.number)?.fields
        return (fields?["codes"] ?? "").split(separator: " ").compactMap { Int64($0).map(Instant.init(milliseconds:)) }
            .filter { $0 <= work.now && work.now < $0.advanced(bySeconds: 86_400) }
    }

    /// Stores a step, and records it in the audit trail.
    ///
    /// - Parameters:
    ///   - checked: the time at which the step was completed; nil if it is not completed.
    ///   - secret: the code, which is stored with the fields but not in the audit trail.
    ///   - codes: the times at which codes were created. These times are stored, but not in the audit trail.
    func store(
        _ step: VerificationStep, of organizer: Organizer, checked: Instant?, _ fields: AuditFields,
        secret: String? = nil, codes: [Instant] = [], _ work: UnitOfWork
    ) throws {
        let organizers = work.connection.organizers
        var before = try organizers.detail(of: step, organizer: organizer.number)?.fields ?? [:]
        before["code"] = nil
        before["codes"] = nil
        var kept = fields
        kept["code"] = secret
        if !codes.isEmpty { kept["codes"] = codes.map { "\($0.milliseconds)" }.joined(separator: " ") }
        try organizers.store(step, of: organizer.number, checked: checked, detail: kept)
        // The audit trail contains neither whole account numbers nor document hashes.
        func redacted(_ fields: AuditFields) -> AuditFields {
            var redacted = fields
            redacted[OrganizerService.documentHash] = nil
            for name in ["account", "phone"] where step == .payout {
                redacted[name] = fields[name].map { "…\($0.suffix(3))" }
            }
            return redacted
        }
        // With the time as a field, the audit trail records a repeated step even if no other field has changed.
        let mark = checked == work.now ? ["checked": work.now.auditValue] : [:]
        try work.record(
            AuditSubject(.organizer, organizer.number), before: redacted(before),
            after: redacted(fields).merging(["step": step.rawValue]) { $1 }.merging(mark) { $1 })
    }

    /// The public contact, and the time at which its phone number was confirmed (nil if the number is not confirmed).
    /// The whole result is nil if the organizer has given no contact yet.
    public func publicContact(of organizer: Organizer) throws -> (contact: PublicContact, phoneConfirmed: Instant?)? {
        try services.read(.showOrganizer, in: organizer.number) { connection in
            let detail = try connection.organizers.detail(of: .contact, organizer: organizer.number)
            guard let fields = detail?.fields else { return nil }
            let confirmed = fields[OrganizerService.phoneConfirmed].flatMap { Int64($0) }
            return (PublicContact(fields: fields), confirmed.map { Instant(milliseconds: $0) })
        }
    }

    private func requireNoFaults(_ faults: [FieldFault]) throws {
        if !faults.isEmpty { throw ManagementError.invalid(faults) }
    }

    /// Six uniformly random digits.
    private static func confirmationCode() throws -> String {
        var random = SystemRandomNumberGenerator()
        let digits = String(Int.random(in: 0..<1_000_000, using: &random))
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}

extension PublicContact {
    /// The contact in the stored details of the step `contact`.
    init(fields: [String: String]) {
        self.init(
            email: fields["email"].flatMap { EmailAddress(rawValue: $0) },
            phone: fields["phone"].flatMap { PhoneNumber(rawValue: $0) }, website: fields["website"])
    }
}

extension VerificationStepInput {
    fileprivate var sendsCode: Bool {
        switch self {
        case .email, .phone: true
        case .emailCode, .identity, .contact, .phoneCode, .payout, .terms: false
        }
    }
}

extension Payout {
    fileprivate var fields: AuditFields {
        switch self {
        case .mobileMoney(let network, let phone): ["network": network.rawValue, "phone": phone.rawValue]
        case .bank(let name, let account): AuditFields(present: [("bank", name), ("account", account)])
        }
    }
}
