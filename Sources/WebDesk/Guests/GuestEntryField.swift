import Languages
import Management
import Ticketing
import WebHost

/// A field of a guest’s details, or the name of the guest’s household, in the forms that add and edit guests.
enum GuestEntryField: EditField {
    case detail(FieldInput<GuestDetails>)
    case household(suggestions: [String])

    /// The fields of a new guest.
    ///
    /// - Parameter households: The names of households to suggest.
    static func all(households: [String]) -> [GuestEntryField] {
        let details = FieldInput<GuestDetails>.all.map { GuestEntryField.detail($0) }
        return Array(details.prefix(1)) + [.household(suggestions: households)] + Array(details.dropFirst())
    }

    /// The fields of a guest who is already in the list. The fields that are in the form with the guest’s answers are
    /// left out.
    ///
    /// - Parameter households: The names of households to suggest.
    static func editable(households: [String]) -> [GuestEntryField] {
        let answered = Set(GuestDetails.ownTexts.map(\.optionName))
        return all(households: households).filter { !answered.contains($0.rawValue) }
    }

    var rawValue: String {
        switch self {
        case .detail(let input): input.rawValue
        case .household: GuestEntry.householdField
        }
    }

    var field: FormField {
        switch self {
        case .detail(let input): input.field
        case .household(let suggestions):
            FormField(
                rawValue, Sentence(DeskGuestSentence.household),
                suggestions.isEmpty ? .singleLine : .suggestions(suggestions),
                hint: Sentence(DeskGuestListSentence.householdHint))
        }
    }

    func text(in entry: GuestEntry) -> String {
        switch self {
        case .detail(let input): input.text(in: .init(entity: entry.details, eventZone: nil))
        case .household: entry.household ?? ""
        }
    }

    func set(_ text: String, into entry: inout GuestEntry) throws(FieldFault) {
        switch self {
        case .detail(let input):
            var subject = FieldInput<GuestDetails>.Subject(entity: entry.details, eventZone: nil)
            // People type phone numbers with spaces and hyphens, which are removed here.
            let isPhone = input.declaration.name == "phone"
            try input.set(isPhone ? GuestPhoneNumber.normalized(of: text) ?? text : text, into: &subject)
            entry.details = subject.entity
        case .household: entry.household = text.isEmpty ? nil : text
        }
    }

    /// Reports no faults, because the guest service checks the values when they are saved.
    static func faults(in entry: GuestEntry) -> [FieldFault] { [] }
}
