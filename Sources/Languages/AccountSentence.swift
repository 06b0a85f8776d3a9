/// The texts about forgotten passwords, invitations to a team, and the confirmation and review of an organizer’s
/// details.
public enum AccountSentence: String, SentenceKey {
    public static let subject = "account"

    // Forgotten passwords
    case forgotLink = "Forgot your password?"
    case forgotTitle = "Forgotten password"
    case forgotAbout =
        "Enter the e-mail address with which you sign in. The server sends a link for a new password to this address."
    case sendLink = "Send link"
    case nothingSent = "No message was sent."
    case forgotAnswer =
        "If there is an account with this address and it has a password, a message is on its way. Its link is valid for {minutes} minutes."
    case forgotAgain = "If no message arrives, look in the spam folder, and check the address."
    case forgotWithoutMail =
        "This server sends no e-mail. Ask the owner of the server for a new password. The owner sets it with {command}."
    case newPassword = "New password"
    case resetLinkAbout = "Paste the link from the message."
    case openLink = "Open link"
    case resetFor = "New password for {email}."
    case resetEffect = "The new password signs you out on all devices."
    case setPassword = "Set password"
    case resetRefused = "This link is invalid, expired or already used."
    case askAgain = "Ask for a new link"
    case passwordSet = "Your new password is set. Sign in with it."

    // Accepting an invitation
    case joinTitle = "Invitation to a team"
    case joinLinkAbout = "Paste the link from the invitation."
    case joinRefused =
        "This invitation is invalid, expired, withdrawn or already used. Ask the organizer for a new invitation."
    case invited = "{inviter} invites you to become a member of {organizer_name}. Your role: {role}."
    case joinAs = "You are signed in as {user}."
    case acceptInvitation = "Accept invitation"
    case otherAccount =
        "The invitation is for {email}, but you are signed in as {user}. Sign out. Then open the link again."
    case signInToJoin = "The address {email} has an account. Sign in to accept the invitation."
    case newAccount = "Create an account with the address {email} to accept the invitation."
    case yourName = "Your name"
    case createAccount = "Create account"
    case notJoined = "You are not a member yet."

    // Sending an invitation
    case inviteByEmail = "Invite by e-mail"
    case inviteHint = "The server sends a link to this address. The link is valid for 7 days."
    case inviteHintWithoutMail = "The invitation expires after 7 days, even if its link has not been sent."
    case inviteWithoutMail =
        "This server sends no e-mail. The invitation waits until the owner of the server sets up e-mail."
    case sendInvitation = "Send invitation"
    case queueInvitation = "Queue invitation"
    case pendingInvitations = "Pending invitations"
    case validUntil = "valid until {invitation_expires}"
    case messageState = "message: {invitation_state}"
    case voidInvitation = "invalid, because the inviter is no longer an owner"
    case withdrawInvitation = "Withdraw invitation of {invitation_email}"
    case alreadyMember = "an address that does not belong to a member"
    case noMoreInvitations = "no more invitations now; send the next one after {time}"

    // Confirming addresses and phone numbers
    case profileByMail = "An e-mail address, confirmed with a code that the server sends to it."
    case codeByMailHint = "The message has a code of six digits."
    case sendCode = "Send code"
    case phoneAbout = "Optional: confirm the phone number {phone} with a code by SMS."
    case phoneConfirmed = "The phone number {phone} is confirmed."
    case confirmPhone = "Confirm phone number"
    case phoneMissing = "First save a phone number."
    case addressFirst = "First confirm the e-mail address."
    case noMorePhoneCodes = "No more codes today. Send the next one after {time}."

    // Reviews of identity documents
    case identitySubmitted =
        "The owner of the server reviews the document. The step is complete when the document is accepted."
    case identityReturned =
        "The owner of the server returned the document: “{review_reason}”. Enter another document."
    case submitted = "in review"
    case reviewsTitle = "Review of identity documents"
    case reviewsOn = "The owner of this server reviews the identity document of each new organizer."
    case reviewsOff = "The review is off. The identity document of each new organizer is accepted without a review."
    case turnOn = "Turn on"
    case turnOff = "Turn off"
    case noReviews = "No documents to review."
    case notWaiting =
        "Nothing was changed. No identity document of the organizer is waiting for a review. Perhaps you or another reviewer already reviewed the document."
    case documentEnding = "{document}, number ends in {ending}"
    case accept = "Accept"
    case reason = "Reason"
    case reasonHint = "The organizer sees the reason."
    case returnDocument = "Return"
}
