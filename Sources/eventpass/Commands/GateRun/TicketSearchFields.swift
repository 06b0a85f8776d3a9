import Languages
import Ticketing

/// The data by which a gate can find tickets. Every gate can find tickets by their codes.
enum TicketSearchFields: Hashable {
    case mainStore
    /// A gate pack contains no e-mail addresses. It contains names and hashes of phone numbers only if it was created
    /// with them.
    case pack(names: Bool, phoneNumbers: Bool)

    /// - Parameter pack: the gate’s pack; nil for the main store.
    init(_ pack: GatePack?) {
        self = pack.map { .pack(names: $0.includesHolderNames, phoneNumbers: $0.allowsPhoneSearch) } ?? .mainStore
    }

    /// The question for the search text.
    var question: GateScreenSentence {
        switch self {
        case .mainStore: .askTicket
        case .pack(names: true, phoneNumbers: true): .askNameCodeOrPhone
        case .pack(names: true, phoneNumbers: false): .askNameOrCode
        case .pack(names: false, phoneNumbers: true): .askCodeOrPhone
        case .pack(names: false, phoneNumbers: false): .askCode
        }
    }

    /// The line about the search in the help.
    var help: GateScreenSentence {
        switch self {
        case .mainStore: .helpFind
        case .pack(names: true, phoneNumbers: true): .helpFindNameCodeOrPhone
        case .pack(names: true, phoneNumbers: false): .helpFindNameOrCode
        case .pack(names: false, phoneNumbers: true): .helpFindCodeOrPhone
        case .pack(names: false, phoneNumbers: false): .helpFindCode
        }
    }
}
