/// The texts of the desk’s pages about an organizer: members, verification, tokens, webhooks, the audit trail, and
/// moved events.
public enum DeskOrganizerSentence: String, SentenceKey {
    public static let subject = "deskOrganizer"

    // An organizer
    case verifyFirst = "Verify the organizer before publishing. Missing steps: {missing}."
    case verifyNow = "Verify now"
    case noEvents = "No events yet."
    case moveEvents = "Move events"
    case members = "Members"
    case manageMembers = "Manage members"
    case verification = "Verification"
    case apiTokens = "API tokens"
    case webhooks = "Webhooks"
    case auditTrail = "Audit trail"

    // Members
    case membersTitle = "{organizer_name}: members"
    case removeMember = "Remove {member_name}"
    case newMember = "New member"
    case addMember = "Add member"

    // Verification
    case verificationTitle = "{organizer_name}: verification"
    case vouched = "This organizer counts as verified, because the owner of the data folder created it."
    case allSteps = "All steps are complete. The organizer may publish events."
    case completeSteps = "Complete all steps, in any order, to publish events."
    case completed = "completed {step_since}"
    case missing = "missing"
    case complete = "Complete"
    case onMachine = "Complete this step on the machine with the data folder: {command}"

    // API tokens
    case tokensTitle = "{organizer_name}: API tokens"
    case madeToken = "New token “{made_name}”"
    case copyToken =
        "Copy the token now. It is shown only once, because the store keeps only a hash of the token. Anyone with the token has its permissions."
    case tokensAbout = "Programs use API tokens to call {path}. Each token acts for the member who created it."
    case tokens = "Tokens"
    case scopes = "Scopes"
    case lastUsed = "Last used"
    case expires = "Expires"
    case revokeToken = "Revoke {token_name}"
    case noTokens = "No API tokens yet."
    case newToken = "New token"
    case createToken = "Create token"

    // Webhooks
    case webhooksTitle = "{organizer_name}: webhooks"
    case webhooksAbout =
        "Webhooks send ticket events to other systems. The requests contain ticket codes, but no names of people."
    case noWebhooks = "No webhooks yet."
    case newWebhook = "New webhook"
    case ticketEvents = "Ticket events"
    case createWebhook = "Create webhook"
    case webhookState = "{webhook_kinds} · {webhook_waiting} waiting"
    case signingSecret = "Signing secret"
    case secretAbout = "The receiver needs the secret to verify requests. Anyone with the secret can forge requests."
    case keyRetired = "The signing key of this webhook is retired. End the webhook and create another."
    case endWebhook = "End webhook"
    case endEffect = "Nothing more is sent to this webhook, not even the waiting deliveries."
    case deliveries = "Latest deliveries"
    case time = "Time ({zone})"
    case attempts = "Attempts"
    case response = "Response"
    case deliveryID = "ID"
    case noDeliveries = "No deliveries yet."

    // The audit trail
    case auditTitle = "{organizer_name}: audit trail"
    case auditAbout =
        "All changes, latest first. Times are in {zone}. A hash chain links each change to the one before it."
    case verifyTrail = "Verify the trail"
    case latestChanges = "Latest changes"
    case earlierChanges = "Earlier changes"

    // Moved events
    case newTimes = "Events and their new times"
    case currentTime = "Current time"
    case newTime = "New time"
    case ticketsSold = "Tickets sold"
    case messagesToQueue = "Messages to queue"
    case moveRule =
        "The sub-events and the times of the ticket types move with their events. If one event can’t be moved, no event is moved."
    case noUpcoming = "No upcoming events."
    case backToOrganizer = "Back to organizer"
}
