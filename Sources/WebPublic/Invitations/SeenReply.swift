import Management
import Ticketing
import WebHost

/// Hashes of the parts of a guest's reply, as it was stored when the page was opened. The form contains the hashes, so
/// that a reply from an old page does not overwrite a newer reply of another person with the same link.
struct SeenReply: Sendable {
    /// The parts of a reply. All companions together are one part, because the removal of one companion changes the
    /// numbers of other companions.
    private enum Part: Hashable {
        case answer(subEvent: Int)
        case meal, allergy, companions

        /// The name of the part in the form.
        var name: String {
            switch self {
            case .answer(let subEvent): "sub_event_\(subEvent)"
            case .meal: "meal"
            case .allergy: "allergy"
            case .companions: "companions"
            }
        }

        /// The names of the part's fields in the form. The fields of companions have other names (`companionPrefix`).
        var fields: [String] {
            switch self {
            case .answer(let subEvent): [name, "companions_\(subEvent)"]
            case .meal, .allergy: [name]
            case .companions: []
            }
        }

        /// The beginning of the names of the fields of companions.
        static let companionPrefix = "companion-"

        func text(in answers: GuestAnswers) -> String {
            switch self {
            case .answer(let subEvent):
                let reply = answers.answers[subEvent, default: .none]
                return "\(reply.kind.rawValue) \(reply.companions ?? 0)"
            case .meal: return answers.meal ?? ""
            case .allergy: return answers.allergy ?? ""
            case .companions:
                return answers.companions.map { companion in
                    Companion.fields.map { Part.text($0.content(of: companion)) }.joined(separator: "\n")
                }.joined(separator: "\n\n")
            }
        }

        /// The content as text, with each run of white space replaced by one space. The form removes some white space
        /// from the texts about companions, so a difference in white space does not mean that the guest has changed
        /// the text.
        private static func text(_ content: FieldContent) -> String {
            guard case .text(let text) = content else { return "\(content)" }
            return "text " + text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// The hashes from the form. The keys are the names of the parts. A form that did not come from a page of this
    /// server can lack hashes.
    private let hashes: [String: String]

    /// Reads the hashes from the fields of one guest.
    init(_ form: FormFields) {
        let prefix = FieldMerge.name("")
        hashes = Dictionary(
            form.values.filter { $0.name.hasPrefix(prefix) }.map { (String($0.name.dropFirst(prefix.count)), $0.value) }
        ) { first, _ in first }
    }

    /// - Parameters:
    ///   - stored: the answers that are stored now.
    ///   - typed: the guest's fields in the rejected form, whose hashes are kept; nil for a new form.
    static func fields(of guest: Int, _ stored: GuestAnswers, typed: FormFields?) throws -> TemplateContext.Value {
        let parts = stored.answers.keys.sorted().map { Part.answer(subEvent: $0) } + [.meal, .allergy, .companions]
        return .list(
            try parts.map { part in
                let name = FieldMerge.name(part.name)
                return TemplateContext([
                    "mark_name": .text(HouseholdForm.fieldName(name, of: guest)),
                    "mark_value": .text(try typed?.value(name) ?? FieldMerge.fingerprint(part.text(in: stored))),
                ])
            })
    }

    func isUnchanged(_ reply: GuestReply, from stored: GuestAnswers) throws -> Bool {
        try outcomes(of: reply, stored).allSatisfy { $0.value == .keep }
    }

    /// Leaves out the parts of a reply that the guest has not changed.
    ///
    /// - Throws: `ReplyConflict` if another person has changed a part that the reply changes, too.
    func merge(_ reply: GuestReply, with stored: GuestAnswers) throws -> GuestReply {
        let outcomes = try outcomes(of: reply, stored)
        guard !outcomes.contains(where: { $0.value == .conflict }) else { throw ReplyConflict() }
        var merged = reply
        for (part, outcome) in outcomes where outcome == .keep {
            switch part {
            case .answer(let subEvent): merged.answers[subEvent] = nil
            case .meal: merged.meal = nil
            case .allergy: merged.allergy = nil
            case .companions: merged.companions = nil
            }
        }
        return merged
    }

    /// A guest's fields of a rejected form, to show again. The fields that the guest has not changed are left out, so
    /// that the page shows the stored values.
    ///
    /// - Parameters:
    ///   - reply: the reply in `form`.
    ///   - stored: the answers that are stored now.
    ///   - showsConflict: whether the page says that another person has changed the same parts. The fields then lose
    ///     their hashes, so that the typed values replace the stored ones if the guest sends the form again.
    func remaining(
        of form: FormFields, _ reply: GuestReply, _ stored: GuestAnswers, showsConflict: Bool
    ) throws -> FormFields {
        let outcomes = try outcomes(of: reply, stored)
        var dropped: Set<String> = []
        for (part, outcome) in outcomes {
            switch outcome {
            case .keep: dropped.formUnion([FieldMerge.name(part.name)] + part.fields)
            case .conflict where showsConflict: dropped.insert(FieldMerge.name(part.name))
            case .conflict, .change: break
            }
        }
        let dropsCompanions = outcomes[.companions] == .keep
        return form.without { dropped.contains($0) || dropsCompanions && $0.hasPrefix(Part.companionPrefix) }
    }

    /// Compares each part of a reply with the stored answers, and with the answers that the page showed to the guest.
    private func outcomes(of reply: GuestReply, _ stored: GuestAnswers) throws -> [Part: FieldMerge.Outcome] {
        let typed = reply.applied(to: stored)
        var outcomes: [Part: FieldMerge.Outcome] = [:]
        for part in SeenReply.parts(of: reply) {
            let (new, old) = (part.text(in: typed), part.text(in: stored))
            if let seen = hashes[part.name] {
                outcomes[part] = try FieldMerge.outcome(typed: new, current: old, seen: seen)
            } else {
                outcomes[part] = new == old ? .keep : .change
            }
        }
        return outcomes
    }

    private static func parts(of reply: GuestReply) -> [Part] {
        var parts = reply.answers.keys.map { Part.answer(subEvent: $0) }
        if reply.meal != nil { parts.append(.meal) }
        if reply.allergy != nil { parts.append(.allergy) }
        if reply.companions != nil { parts.append(.companions) }
        return parts
    }
}

/// The error if a guest's reply changes a part that has changed since the page was opened.
struct ReplyConflict: Error {}
