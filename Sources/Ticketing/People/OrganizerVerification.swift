public import Languages

/// The five steps that an organizer completes before publishing, in order (Docs/Management.md, "People and roles").
public enum VerificationStep: String, LabelledValue {
    public static let subject = "verificationStep"

    /// A name and a confirmed e-mail address.
    case profile
    /// An identity document. The store contains only a keyed hash of the document's number, and the number's last three
    /// characters.
    case identity
    /// The public contact details.
    case contact
    case payout
    case terms
}

/// The current terms of use. Organizers must accept every new version.
public enum Terms {
    public static let version = "2026-1"
}

/// The kind of an identity document.
public enum IdentityDocument: String, Hashable, Sendable, CaseIterable {
    case nationalID = "national-id"
    case passport
    case drivingLicence = "driving-licence"
    case companyRegistration = "company-registration"

    /// The name on pages.
    public var label: Sentence {
        switch self {
        case .nationalID: .label(.nationalID)
        case .passport: .label(.passport)
        case .drivingLicence: .label(.drivingLicence)
        case .companyRegistration: .label(.companyRegistration)
        }
    }

    /// Normalizes a document number, so that its hash does not depend on how the number was typed. The result has
    /// letters and digits only, in upper case. Nil if fewer than 5 or more than 30 characters remain.
    public static func normalized(number: String) -> String? {
        let kept = number.uppercased().filter { $0.isLetter || $0.isNumber }
        return (5...30).contains(kept.count) ? kept : nil
    }
}

/// The public contact details of an organizer: at least one of an e-mail address, a phone number and a website.
public struct PublicContact: Hashable, Sendable {
    public let email: EmailAddress?
    public let phone: PhoneNumber?
    public let website: String?

    public init(email: EmailAddress?, phone: PhoneNumber?, website: String?) {
        self.email = email
        self.phone = phone
        self.website = website
    }

    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.require(
            email != nil || phone != nil || website != nil, "contact", FaultSentence.contactMissing)
        faults.require(
            // The length is checked first: matching the pattern takes quadratic time when a text has many dots.
            website.map { $0.utf8.count <= 200 && $0.wholeMatch(of: /https?:\/\/[^\s\/]+\.[^\s]+/) != nil } ?? true,
            "website", FaultSentence.website)
        return faults.all
    }
}

/// The account that receives an organizer's money. The program checks only the format of the account number.
public enum Payout: Hashable, Sendable {
    public enum Network: String, Hashable, Sendable, CaseIterable {
        case mtn, airtel

        /// The prefixes of the network's phone numbers in Uganda, after +256.
        var ugandanPrefixes: [String] {
            switch self {
            case .mtn: ["76", "77", "78", "79", "39"]
            case .airtel: ["70", "74", "75", "20"]
            }
        }
    }

    case mobileMoney(Network, PhoneNumber)
    /// An IBAN, or an account number together with the bank's name.
    case bank(name: String?, account: String)

    public var faults: [FieldFault] {
        var faults = FieldFaults()
        switch self {
        case .mobileMoney(let network, let phone):
            let digits = phone.rawValue.dropFirst()
            let isUgandan = digits.hasPrefix("256")
            let fits =
                digits.utf8.count == 12 && network.ugandanPrefixes.contains(String(digits.dropFirst(3).prefix(2)))
            let prefixes = network.ugandanPrefixes.map { "+256\($0)" }.joined(separator: ", ")
            faults.require(
                !isUgandan || fits, "phone", FaultSentence.networkNumber,
                ["network": .text(network.rawValue.uppercased()), "prefixes": .text(prefixes)])
        case .bank(let name, let account):
            faults.require(optional: name, "bank", atMost: 100)
            let isIBAN = Payout.isIBAN(account)
            let isPlain = account.utf8.allSatisfy { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }
            faults.require(
                isIBAN || isPlain && (6...20).contains(account.utf8.count) && name != nil, "account",
                FaultSentence.accountForm)
        }
        return faults.all
    }

    /// Checks an IBAN (ISO 13616). The first four characters are moved to the end, and letters are converted to
    /// numbers. The resulting number modulo 97 must be 1 (ISO 7064).
    static func isIBAN(_ text: String) -> Bool {
        guard text.wholeMatch(of: /[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}/) != nil else { return false }
        var remainder = 0
        for byte in (text.dropFirst(4) + text.prefix(4)).utf8 {
            let isDigit = byte <= UInt8(ascii: "9")
            let value = Int(byte) - Int(isDigit ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
            remainder = (remainder * (isDigit ? 10 : 100) + value) % 97
        }
        return remainder == 1
    }
}
