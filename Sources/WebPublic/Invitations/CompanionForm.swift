import Languages
import Ticketing
import WebHost

/// The fields in which a guest writes about meals, allergies and companions, on the page of an invitation.
struct CompanionForm {
    /// The number of the guest. It makes the names of the fields and the ids of the elements unique on the page.
    let guest: Int
    let name: String
    /// The number of companions that the guest may bring.
    let limit: Int
    let meal: String?
    let allergy: String?
    let companions: [Companion]
    /// The guest's fields of the rejected form, whose values the page shows again; nil to show the stored values.
    let typed: FormFields?
    let faults: [FieldFault]

    /// Reads the companions from the fields of one guest.
    ///
    /// - Returns: the companions, including those whose fields are all empty; nil if the form has no fields for
    ///   companions.
    /// - Throws: `Problem` 400 for a value that no form can contain.
    static func companions(in form: FormFields) throws -> [Companion]? {
        var companions: [Companion] = []
        for number in 1...Guest.mostCompanions {
            var companion = Companion(number: number)
            guard has(companion, form) else { continue }
            for field in Companion.fields {
                let text = try form.typed(companion.fieldName(field)) ?? ""
                guard let content = field.kind.content(text, time: { _ in nil }) else {
                    throw Problem(.badRequest, .malformedForm)
                }
                do throws(FieldFault) {
                    try field.set(content, in: &companion)
                } catch {
                    throw Problem(.badRequest, .malformedForm)
                }
            }
            companions.append(companion)
        }
        return companions.isEmpty ? nil : companions
    }

    private static func has(_ companion: Companion, _ form: FormFields) -> Bool {
        Companion.fields.contains { form.has(companion.fieldName($0)) }
    }

    var context: [String: TemplateContext.Value] {
        get throws {
            let stored = ["meal": meal, "allergy": allergy]
            let texts = try GuestDetails.ownTexts.map {
                try text($0.optionName, $0, stored[$0.name].flatMap(\.self) ?? "")
            }
            var context: [String: TemplateContext.Value] = ["texts": .list(texts)]
            guard limit > 0 else { return context }
            context["companions_about"] = .sentence(Sentence(PublicSentence.companionsAbout))
            context["companion_rows"] = .list(try (1...limit).map { TemplateContext(try row($0)) })
            return context
        }
    }

    /// Adds the faults to the list of errors at the top of the page.
    func add(to summary: inout ErrorSummary) {
        for field in GuestDetails.ownTexts {
            guard let label = field.publicLabel else { continue }
            add(fault(of: field.optionName, field.kind), at: field.optionName, label, to: &summary)
        }
        for number in 1...Guest.mostCompanions {
            let companion = Companion(number: number)
            for field in Companion.fields {
                guard let label = field.publicLabel else { continue }
                add(
                    fault(of: companion.fieldName(field), field.kind), at: companion.fieldName(field),
                    Sentence(
                        PublicSentence.companionField,
                        ["number": "\(number)", "field": .sentence(label)]), to: &summary)
            }
        }
    }

    private func add(_ fault: Sentence?, at field: String, _ label: Sentence, to summary: inout ErrorSummary) {
        summary.add(id(field), fault.map { InvitedGuestContext.line(name, $0, at: label) })
    }

    private func row(_ number: Int) throws -> [String: TemplateContext.Value] {
        let companion = companions.first { $0.number == number } ?? Companion(number: number)
        var context: [String: TemplateContext.Value] = [
            "companion_number": .sentence(Sentence(PublicSentence.companionNumber, ["number": "\(number)"]))
        ]
        let form = typed.flatMap { CompanionForm.has(companion, $0) ? $0 : nil }
        var texts: [TemplateContext] = []
        for field in Companion.fields {
            let name = companion.fieldName(field)
            switch field.content(of: companion) {
            case .flag(let flag):
                context["child_id"] = .text(id(name))
                context["child_name"] = .text(HouseholdForm.fieldName(name, of: guest))
                let isSet = try form.map { try $0.value(name) == FormField.checkedValue } ?? flag
                if isSet { context["is_child"] = .section(TemplateContext([:])) }
            case .text(let stored): texts.append(try text(name, field, stored))
            default: texts.append(try text(name, field, ""))
            }
        }
        context["companion_texts"] = .list(texts)
        return context
    }

    /// - Parameter name: the name of the field in the form, without the guest’s number.
    private func text<Entity>(
        _ name: String, _ field: EntityField<Entity>, _ stored: String
    ) throws -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "text_id": .text(id(name)), "text_name": .text(HouseholdForm.fieldName(name, of: guest)),
            "text_value": .text(try typed?.value(name) ?? stored),
        ]
        if let label = field.publicLabel { context["text_label"] = .sentence(label) }
        if let fault = fault(of: name, field.kind) { context["text_fault"] = .sentence(fault) }
        return TemplateContext(context)
    }

    private func id(_ name: String) -> String { "\(name)-\(guest)" }

    private func fault(of name: String, _ kind: FieldKind) -> Sentence? {
        faults.contains { $0.field == name } ? kind.publicFault : nil
    }
}
