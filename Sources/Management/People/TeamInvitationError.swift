public import Languages
public import Ticketing

/// The reason why an invitation to a team could not be sent, withdrawn or accepted.
public enum TeamInvitationError: Error, Hashable, SentenceConvertible {
    /// The link is unknown or malformed, has expired, or was withdrawn or used; or the inviter is no longer allowed to
    /// invite members.
    case invalid
    /// The signed-in account does not have the e-mail address to which the invitation was sent. The value is the
    /// address of the invitation.
    case otherAccount(EmailAddress)
    /// The person must sign in with the existing account.
    case accountExists(EmailAddress)
    case alreadyMember(EmailAddress)
    /// The organizer has sent the maximum number of invitations in 24 hours.
    case tooMany(until: Instant)
    case unknown(String)

    enum Text: String, SentenceKey {
        static let subject = "teamInvitationError"

        case invalid = "the invitation is invalid, expired, withdrawn or already used"
        case invalidHint = "ask the organizer for a new invitation"
        case otherAccount = "the invitation is for {address}"
        case otherAccountHint = "sign in with this address"
        case accountExists = "an account with the e-mail address {address} already exists"
        case alreadyMember = "{address} already belongs to a member"
        case alreadyMemberHint =
            "change the member's role with: eventpass organizer member add ORGANIZER ADDRESS --role ROLE"
        case tooMany =
            "{limit} invitations were sent in the last 24 hours; the next one can be sent at {time}"
        case unknown = "the organizer has no pending invitation {id}"
    }

    public var sentence: Sentence {
        switch self {
        case .invalid: Sentence(Text.invalid)
        case .otherAccount(let email): Sentence(Text.otherAccount, ["address": "\(email)"])
        case .accountExists(let email): Sentence(Text.accountExists, ["address": "\(email)"])
        case .alreadyMember(let email): Sentence(Text.alreadyMember, ["address": "\(email)"])
        case .tooMany(let until):
            Sentence(
                Text.tooMany,
                ["limit": .number(TeamInvitation.mostInDay), "time": .text(until.iso8601(in: .gmt))])
        case .unknown(let id): Sentence(Text.unknown, ["id": .text(id)])
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .invalid: Sentence(Text.invalidHint)
        case .otherAccount, .accountExists: Sentence(Text.otherAccountHint)
        case .alreadyMember: Sentence(Text.alreadyMemberHint)
        case .tooMany, .unknown: nil
        }
    }
}
