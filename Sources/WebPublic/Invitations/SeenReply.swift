import Management
import Ticketing
import WebHost

/// The reply that was stored for a guest when the page was opened. The form has a hash of each part of this reply. So a
/// reply from an old page does not overwrite a newer reply, which another person with the same link has sent.
struct SeenReply: Sendable {
    /// The parts of a reply. All companions together are one part: if a companion is removed, the companions after it
    /// get other numbers.
    fileprivate enum Part: Hashable {
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

        /// Whether a field of the form belongs to this part.
        func contains(_ field: String) -> Bool {
            switch self {
            case .answer(let subEvent): field == name || field == "companions_\(subEvent)"
            case .meal, .allergy: field == name
            case .companions: field.hasPrefix("companion-")
            }
        }

        /// The content of the part as text.
        func text(in answers: GuestAnswers) -> String {
            switch self {
            case .answer(let subEvent):
                let reply = answers.answers[subEvent, default: .none]
                return "\(reply.kind.rawValue) \(reply.companions ?? 0)"
            case .meal: return answers.meal ?? ""
            case .allergy: return answers.allergy ?? ""
            case .companions:
                return answers.companions.map { companion in
                    Companion.fields.map { "\($0.content(of: companion))" }.joined(separator: "\n")
                }.joined(separator: "\n\n")
            }
        }
    }

    /// The hashes in the form, by the names of the parts. Empty for a form that an earlier version of the program made.
    private let hashes: [String: String]

    /// Reads the hashes from a form.
    init(_ form: FormFields) {
        let prefix = FieldMerge.name("")
        hashes = Dictionary(
            form.values.filter { $0.name.hasPrefix(prefix) }.map { (String($0.name.dropFirst(prefix.count)), $0.value) }
        ) { first, _ in first }
    }

    /// The hidden fields of a form.
    ///
    /// - Parameters:
    ///   - stored: the reply that is stored now.
    ///   - typed: the rejected form, whose hashes are used again; nil for a new form.
    static func fields(of stored: GuestAnswers, typed: FormFields?) throws -> TemplateContext.Value {
        let parts = stored.answers.keys.sorted().map { Part.answer(subEvent: $0) } + [.meal, .allergy, .companions]
        return .list(
            try parts.map { part in
                let name = FieldMerge.name(part.name)
                return TemplateContext([
                    "mark_name": .text(name),
                    "mark_value": .text(try typed?.value(name) ?? FieldMerge.fingerprint(part.text(in: stored))),
                ])
            })
    }

    /// Leaves out the parts of a reply that the guest has not changed, but that another person has changed.
    ///
    /// - Parameter stored: the reply that is stored now.
    /// - Throws: `ReplyConflict` if the guest and another person have changed the same part.
    func merge(_ reply: GuestReply, with stored: GuestAnswers) throws -> GuestReply {
        let typed = reply.applied(to: stored)
        var (merged, kept, changed) = (reply, Set<Part>(), Set<Part>())
        for part in SeenReply.parts(of: reply) {
            guard let seen = hashes[part.name] else { continue }
            let (new, old) = (part.text(in: typed), part.text(in: stored))
            switch try FieldMerge.outcome(typed: new, current: old, seen: seen) {
            case .keep where new != old: kept.insert(part)
            case .keep, .change: continue
            case .conflict: changed.insert(part)
            }
        }
        guard changed.isEmpty else { throw ReplyConflict(changedByBoth: changed, changedByOthers: kept) }
        for part in kept {
            switch part {
            case .answer(let subEvent): merged.answers[subEvent] = nil
            case .meal: merged.meal = nil
            case .allergy: merged.allergy = nil
            case .companions: merged.companions = nil
            }
        }
        return merged
    }

    private static func parts(of reply: GuestReply) -> [Part] {
        var parts = reply.answers.keys.map { Part.answer(subEvent: $0) }
        if reply.meal != nil { parts.append(.meal) }
        if reply.allergy != nil { parts.append(.allergy) }
        if reply.companions != nil { parts.append(.companions) }
        return parts
    }
}

/// The error if a guest’s reply changes a part that another person has changed since the page was opened.
struct ReplyConflict: Error {
    /// The parts that both the guest and another person have changed.
    private let changedByBoth: Set<SeenReply.Part>
    /// The parts that only another person has changed.
    private let changedByOthers: Set<SeenReply.Part>

    fileprivate init(changedByBoth: Set<SeenReply.Part>, changedByOthers: Set<SeenReply.Part>) {
        self.changedByBoth = changedByBoth
        self.changedByOthers = changedByOthers
    }

    /// The form to show again. It contains the values that the guest typed, and the hashes of the stored values. So if
    /// the guest sends the form again, the typed values replace the stored values. The parts that the guest has not
    /// changed are left out, so that the page shows their stored values.
    func remaining(of form: FormFields) -> FormFields {
        form.without { field in
            changedByOthers.contains { $0.contains(field) }
                || changedByBoth.union(changedByOthers).contains { FieldMerge.name($0.name) == field }
        }
    }
}
