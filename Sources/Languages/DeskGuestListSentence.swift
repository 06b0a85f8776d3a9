/// The texts of the desk’s list of guests: totals, filters, invitations of several guests, and the forms that add, edit
/// and remove a guest.
public enum DeskGuestListSentence: String, SentenceKey {
    public static let subject = "deskGuestList"

    // The list
    case guestCount = "{count} guest|{count} guests"
    case state = "Answer"
    case withoutHousehold = "Without a household"
    case withoutTable = "Without a table"
    case totals =
        "{invited} invited: {coming} coming (companions: {companions}), {maybe} maybe, {declined} not coming, {unanswered} no answer"

    case shortTotals = "{coming} coming, {maybe} maybe, {declined} not coming, {unanswered} no answer"

    // Invitations of several guests
    case inviteEverybody = "Invite everybody"
    case everybodyAbout =
        "{count} guest has no code yet. If the guest has no invitation, the guest is invited to the selected {sub_events_word}. If the guest has an invitation, the guest gets a code for it.|{count} guests have no code yet. Guests without an invitation are invited to the selected {sub_events_word}. Guests with an invitation get a code for it."
    case inviteTo = "Invite to"
    case invite = "Invite"
    case withdraw = "Withdraw invitations"
    case withdrawTitle = "Withdraw {count} invitation|Withdraw {count} invitations"
    case withdrawAbout =
        "Nothing has changed yet. When you withdraw the invitations, the answers to them are deleted. A message is queued for each guest who has a code and an address. A guest who has no code but keeps another invitation gets a code."
    case guestsConcerned = "Guests"
    case answersDeleted = "Deleted answers"
    case fromSubEvents = "From"
    case chooseSubEvent = "Select at least one {sub_event_word}."
    case nothingToWithdraw = "None of these guests has an invitation to withdraw."

    // Results
    case guestsInvited = "{count} guest was invited.|{count} guests were invited."
    case messagesQueued = "{count} message was queued.|{count} messages were queued."
    case invitationsWithdrawn = "{count} invitation was withdrawn.|{count} invitations were withdrawn."
    case inviteAgain = "To issue new codes, invite the guests without a code again."
    case withoutAddress = "{count} guest has no address.|{count} guests have no address."

    // Adding, editing and removing a guest
    case addGuest = "Add guest"
    case editDetails = "Edit details"
    case saveDetails = "Save details"
    case editAbout =
        "If you lower the number of companions, each answer with more companions is reduced to the new number, and described companions beyond this number are removed. If you raise the number of companions and the guest’s code then admits too few people, the code is reissued, and a message is queued to each guest who shares the code and has an address. A code admits at most 16 people: guests for whom it has no room lose the code, and must be invited again."
    case removeGuest = "Remove guest"
    case removalAbout = "The guest’s invitations and answers are deleted. {removal_message} {removal_code}"
    case codeEnds = "The guest’s code is cancelled."
    case codeIsShared = "The code stays valid for the other guests who share it, and admits as many people as before."
    case noCode = "The guest has no code."
    case householdHint = "The name of the household. A new name adds a household."
}
