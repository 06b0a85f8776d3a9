import Store
import Ticketing

/// The texts that guests write about themselves and their companions.
enum GuestDescription {
    /// The faults of a guest's texts. A text of only white space is treated as missing. Texts that the change leaves
    /// unchanged are not checked, because an imported guest list may contain longer texts.
    static func faults(
        _ details: GuestDetails, companions: [Companion], since former: GuestDetails, _ formerCompanions: [Companion]
    ) -> [FieldFault] {
        var faults = FieldFaults()
        for field in GuestDetails.ownTexts where field.content(of: details) != field.content(of: former) {
            if let fault = field.kind.limitFault(of: field.content(of: details)) {
                faults.add([FieldFault(field.optionName, fault)])
            }
        }
        for companion in companions.map(\.withoutEmptyTexts) where !formerCompanions.contains(companion) {
            for field in Companion.fields {
                if let fault = field.kind.limitFault(of: field.content(of: companion)) {
                    faults.add([FieldFault(companion.fieldName(field), fault)])
                }
            }
        }
        return faults.all
    }

    /// The companions in the form in which they are stored: without blank companions, and numbered from 1 without gaps.
    static func stored(_ companions: [Companion]) -> [Companion] {
        companions.map(\.withoutEmptyTexts).filter { !$0.isBlank }.enumerated().map { index, companion in
            companion.numbered(index + 1)
        }
    }

    static func present(_ text: String) -> String? { text.folded.isEmpty ? nil : text }
}

extension UnitOfWork {
    /// Stores the meal, the allergies and the companions of a guest.
    ///
    /// - Parameters:
    ///   - guest: the guest, which must be locked.
    ///   - meal: the meal; nil or only white space removes the meal.
    ///   - allergy: the allergies; nil or only white space removes them.
    ///   - companions: all described companions. Blank companions are left out, and the others are numbered again in
    ///     the given order.
    /// - Returns: the changed guest.
    /// - Throws: `ManagementError.invalid` for an invalid text; `GuestError.tooManyCompanions`.
    func describe(_ guest: Guest, meal: String?, allergy: String?, companions: [Companion]) throws -> Guest {
        let former = try connection.companions.all(ofGuest: guest.number, event: guest.event)
        var changed = guest
        changed.details.meal = meal.flatMap(GuestDescription.present)
        changed.details.allergy = allergy.flatMap(GuestDescription.present)
        let faults = GuestDescription.faults(
            changed.details, companions: companions, since: guest.details, former)
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
        let described = GuestDescription.stored(companions)
        guard described.count <= guest.details.companions else {
            throw GuestError.tooManyCompanions(asked: described.count, allowed: guest.details.companions)
        }
        if changed != guest { try connection.guests.update(changed) }
        if described != former {
            try connection.companions.replace(with: described, ofGuest: guest.number, event: guest.event)
        }
        try record(
            AuditSubject(.guest, guest.number), of: guest.event,
            before: guest.auditFields.merging(former.auditFields) { $1 },
            after: changed.auditFields.merging(described.auditFields) { $1 })
        return changed
    }
}

extension Companion {
    fileprivate var withoutEmptyTexts: Companion {
        Companion(
            number: number, name: name.flatMap(GuestDescription.present), isChild: isChild,
            meal: meal.flatMap(GuestDescription.present), allergy: allergy.flatMap(GuestDescription.present))
    }
}

extension [Companion] {
    /// The fields of all companions, with names such as `companion 2 meal`.
    var auditFields: AuditFields {
        reduce(into: [:]) { fields, companion in
            let texts = companion.auditFields
            for field in Companion.fields { fields[companion.auditName(field)] = texts[field.name] }
        }
    }
}
