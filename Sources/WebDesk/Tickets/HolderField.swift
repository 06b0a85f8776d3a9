import Languages
import Management
import Ticketing
import WebHost

/// The fields of the form that corrects a ticket’s holder.
enum HolderField: String, EditField, CaseIterable {
    case holder = "edit-holder"
    case email = "edit-email"
    case note = "edit-note"

    var field: FormField {
        switch self {
        case .holder: .init(rawValue, Sentence(DeskSentence.name))
        case .email: .init(rawValue, Sentence(DeskSentence.emailAddress), .email)
        case .note: .init(rawValue, Sentence(DeskSaleSentence.noteForStaff))
        }
    }

    func text(in details: HolderDetails) -> String {
        switch self {
        case .holder: details.holder ?? ""
        case .email: details.email ?? ""
        case .note: details.note ?? ""
        }
    }

    func set(_ text: String, into details: inout HolderDetails) throws(FieldFault) {
        let value = text.isEmpty ? nil : text
        switch self {
        case .holder:
            guard value != nil || details.holder == nil else {
                throw FieldFault(rawValue, TextFault.missing.sentence)
            }
            details.holder = value
        case .email: details.email = value
        case .note: details.note = value
        }
    }

    static func faults(in details: HolderDetails) -> [FieldFault] {
        details.faults.map { FieldFault("edit-\($0.field)", $0.allowed) }
    }
}
