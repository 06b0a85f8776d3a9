/// The faults of values that people enter or that programs send.
public enum FaultSentence: String, SentenceKey {
    public static let subject = "fault"

    // Texts
    case missingText = "empty; enter at least one letter"
    case longText = "{length} characters; at most {limit} are allowed"
    case nul = "character {position} is {codePoint}, a NUL; remove it"
    case tab = "character {position} is {codePoint}, a tab; remove it"
    case lineBreak = "character {position} is {codePoint}, a line break; remove it"
    case controlCharacter = "character {position} is {codePoint}, a control character; remove it"
    case joiningPrefix = "character {position} is {codePoint}, a prefix that joins the next character; remove it"
    case formattingCharacter =
        "character {position} is {codePoint}, an invisible formatting character; remove it"
    case noncharacter = "character {position} is {codePoint}, a Unicode noncharacter; remove it"

    // Names that visitors enter
    case nameWithoutAddress = "a name without a web address"

    // Events
    case endAfterStart = "a time after the start"
    case doorsUntilStart = "a time not after the start"
    case payByUntilEnd = "a time not after the end"
    case payByInFuture = "a time in the future, because the unpaid reservations end at this time"

    case lockedWhileOngoing = "can't be changed while the event is in progress"
    case laterEndWhileOngoing = "can only move later while the event is in progress"

    // Reasons why an event can’t be published
    case organizerNotVerified = "the organizer is not verified yet: {steps} missing"
    case notADraft = "the event is {status}, not a draft"
    case noStart = "there is no start"
    case noEnd = "there is no end"
    case endsBeforeStart = "the end is not after the start"
    case doorsAfterStart = "the doors open after the start"
    case inThePast = "the end is in the past"
    case noVenue = "there is no venue"
    case noTicketType = "there is no ticket type"
    case noSubEvent = "there is neither a function nor a ticket type"

    // Sub-events
    case noteRequired = "a sub-event of type “other” needs a note that describes it"
    case noteOfOtherKind = "leave this empty; only a sub-event of type “other” has a note"
    case subEventReversed = "must be after the start"
    case deadlineUntilEnd = "must not be after the end"
    case subEventNameTaken = "the event has a sub-event “{name}” already"

    // Ticket types
    case typeNameTaken = "the event has a type “{name}” already"
    case highestPrice = "at most {price}"
    case otherCurrency =
        "must be in {eventCurrency}, not {currency}: all types of an event have the same currency"
    case soldForMoney = "tickets were sold for {price}; enter 0 {currency} to make new tickets free"
    case quantityBelowSold =
        "{quantity} is less than the number of tickets sold: {issued} issued, {reserved} reserved by pending orders"
    case windowReversed = "must be after the beginning of the validity"
    case salesReversed = "must be after the beginning of the sale"
    case mostBelowLeast = "{most} is less than the minimum per order, {least}"
    case gateName = "“{gate}”: {fault}"
    case tooManyGates = "{gates} gates; at most {limit} are allowed"

    // Orders
    case nothingChosen = "choose at least one ticket"
    case unknownType = "the event has no ticket type {number}"
    case typeTwice = "type “{type}” appears twice"
    case countOfType = "an order may have {least} to {most} tickets of type “{type}”, not {tickets}"
    case tooManyTickets = "an order may have at most {limit} tickets, not {tickets}"
    case notOnSale = "type “{type}” is not on sale: {reason}"
    case totalTooHigh = "the total is too large"
    case birthDate = "a date such as 1990-05-17, not in the future and at most {years} years ago"
    case tooYoung = "“{event}” is for people who are at least {age} years old on {day}"
    case notAnEmail = "“{text}” is not an e-mail address such as grace@example.org"

    // Reasons why a ticket type is not on sale
    case eventNotPublished = "its event is not published"
    case saleNotBegun = "its sale has not begun"
    case saleOver = "its sale is over"
    case eventBegun = "its event has begun"
    case soldOut = "sold out"
    case typeHidden = "hidden"

    // Tickets, repayments and positions
    case countRange = "a number from 1 to {most}"
    case countInRequest = "at most {most} at once"
    case countOrHolder = "a number of tickets, or a holder"
    case ticketCodes = "codes such as 4F7K-29QX"
    case aboveZero = "more than 0"
    case orderCurrency = "in {currency}, the currency of the order"
    case amountForm = "an amount and a currency, such as 50000 UGX"
    case fromOne = "a number from 1"

    // Organizers, members and their programs
    case contactMissing = "an e-mail address, a phone number or a website"
    case website = "an address that begins with https://"
    case networkNumber = "a number of {network}: {prefixes} and 7 digits"
    case accountForm = "an IBAN, or 6 to 20 digits together with the bank's name"
    case documentNumber = "5 to 30 letters and digits"
    case termsVersion = "the version in force, {version}"
    case password = "at least {least} characters, at most {most} bytes"
    case dayInThePast = "a day in the past"
    case timeInTheFuture = "a time in the future"
    case webhookAddress = "an address such as https://example.org/hooks, without a user name or password in it"
    case encryptedOnly = "https, unless private addresses are allowed"
    case publicUnencrypted = "http:// is for private addresses only, and the host’s address is public"
    case notPublicAddress = "the host’s address is not public"
    case unreachableAddress = "the host’s address cannot be reached"

    // Requests of programs
    case neverNull = "never null"
    case timeWithOffset = "a time with an offset, such as 2030-01-01T18:00:00+03:00"
    case shiftForm = "a duration such as 7d, -2h or 1d30m"
    case feeForm = "such as 3.5%"
    case guestNumbers = "guest numbers, or all"
    case answerForm = "attending (with or without companions), maybe, declined or no answer"
}
