import Management
import Ticketing
import WebHost

/// The reply of a guest that was stored when the page was opened. The form has a hash of each part of this reply, so that
/// a reply from an old page does not overwrite the newer reply of another person with the same link.
struct SeenReply: Sendable {
    /// The parts of a reply. The companions are one part: if one of them is removed, the others get other numbers.
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

    /// The hashes in the form by the names of the parts. A form of an earlier version has none.
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
    ///   - typed: the rejected form, whose hashes stay; nil for a new form.
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

    /// Leaves out the parts of a reply that the guest has not changed, but another person has.
    ///
    /// - Parameter stored: the reply that is stored now.
    /// - Throws: `ReplyConflict` if both have changed a part.
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

/// The error if a guest’s reply changes a part that has changed since the page was opened.
struct ReplyConflict: Error {
    /// The parts that the reply changes, too.
    private let changedByBoth: Set<SeenReply.Part>
    /// The parts that the reply leaves as they were.
    private let changedByOthers: Set<SeenReply.Part>

    fileprivate init(changedByBoth: Set<SeenReply.Part>, changedByOthers: Set<SeenReply.Part>) {
        self.changedByBoth = changedByBoth
        self.changedByOthers = changedByOthers
    }

    /// The form to show again. It has the values that the guest typed, with hashes of the stored ones. So the typed
    /// values replace the stored ones if the guest sends the form again. The parts that the guest has not changed are
    /// left out, so that the page shows the stored values.
    func remaining(of form: FormFields) -> FormFields {
        form.without { field in
            changedByOthers.contains { $0.contains(field) }
                || changedByBoth.union(changedByOthers).contains { FieldMerge.name($0.name) == field }
        }
    }
}
