/// The texts on the screen of `gate run`.
public enum GateScreenSentence: String, SentenceKey {
    public static let subject = "gateScreen"

    // The header
    case wayIn = "way in"
    case wayOut = "WAY OUT"
    case peopleOnNext = "{number} PEOPLE on the next ticket"
    case rehearsal = "REHEARSAL"
    case gate = "gate {gate}"
    case noNumbers = "no numbers yet"
    case figures = "admitted {admitted} of {expected} · inside {inside} · refused {refused}"
    case shortFigures = "in {admitted}/{expected} · inside {inside} · refused {refused}"
    case unsynced = "unsynced {number}"
    case packAge = "pack {age} old"
    case until = "until {time}"
    case here = "here: {counts}"

    // The counts of verdicts
    case admitted = "{number} admitted"
    case out = "{number} out"
    case undone = "{number} undone"
    case refused = "{number} refused"
    case repeated = "{number} repeated"
    case undecided = "{number} undecided"
    case nobodyYet = "nobody yet"
    case closed = "closed: {counts}"

    // The verdict and the lists
    case scanTicket = "Scan a ticket."
    case noTicketFound = "No ticket found for “{text}”."
    case found = "Found for “{text}”: {hint}"
    case foundMore = "Found for “{text}”, and more: {hint}"
    case foundHint = "arrows select, F7 lets in by hand, F6 undoes"
    case foundShortHint = "F7 by hand, F6 undo"
    case due = "{amount} due"

    // Questions
    case askTicket = "Name, code or e-mail:"
    case askGate = "Name of this gate:"
    case askPeople = "How many people on the next ticket, 1 to 16:"
    case askReason = "Why undo {ticket}?"
    case askAdmit = "Enter lets in by hand: {ticket}"
    case askAdmitPeople = "Enter lets {number} PEOPLE in by hand: {ticket}"
    case askLetOut = "Enter lets out by hand: {ticket}"
    case askLetPeopleOut = "Enter lets {number} PEOPLE out by hand: {ticket}"
    case typed =
        "One character typed; Enter checks it, Esc clears it|{count} characters typed; Enter checks them, Esc clears them"

    // Messages
    case undoneBecause = "undone: {reason}"
    case pressEnterAgain = "press Enter again, on its own"
    case notNumber = "“{text}” is not a number from 1 to 16"
    case writeReason = "write a reason"
    case reasonFault = "say why: {fault}"
    case pressOnlyEnter = "press only Enter to confirm"
    case nothingToUndo = "nothing to undo; F2 finds a ticket"
    case selectFirst = "select a ticket first: F2 finds it"

    // Warnings
    case clockBehind =
        "the clock is {time} behind the latest ledger record: correct the clock, because tickets depend on it"
    case clockRemedy = "{warning}; if the clock is right: {command}"
    case clockSetBack = "the clock was set back by {time}: correct the clock, because tickets depend on it"
    case clockSetForward = "the clock was set forward by {time}: correct the clock, because tickets depend on it"
    case packExpired = "the pack has expired: exits only; use gate refresh"
    case packExpires = "the pack expires in {time}; use gate refresh"
    case packOld = "the pack is {age} old and lacks later changes; use gate refresh"
    case refusalsNotRecorded = "refusals are not recorded yet: {error}"
    case numbersOutdated = "the numbers are outdated: {error}"
    case seconds = "{number} s"
    case minutes = "{number} min"
    case hours = "{number} h"
    case days = "{number} days"

    // Names of keys, in a line
    case keys = "keys"
    case find = "find"
    case into = "in"
    case outOf = "out"
    case inOrOut = "in or out"
    case gateKey = "gate"
    case people = "people"
    case undo = "undo"
    case hand = "hand"
    case end = "end"
    case arrowsSelect = "arrows select"
    case clearInput = "clear the input"
    case pause = "pause"
    case controlKeys = "{keys} are {functions}"

    // Keys, one in a line
    case arrows = "arrows"
    case helpKeys = "show these keys"
    case helpFind = "find a ticket by name, code or e-mail"
    case helpArrows = "select a found ticket or a recent verdict"
    case helpDirection = "switch between way in and way out"
    case helpGate = "rename this gate"
    case helpPeople = "number of people on the next ticket"
    case helpUndo = "undo an admission: the last, or the selected"
    case helpHand = "let the selected ticket through by hand"
    case helpClear = "clear the input; Esc also closes a list or question"
    case helpClose = "close the gate; also {keys}"
    case helpPause = "pause; {key} redraws the screen"
    case helpTyping = "You can type a ticket’s code; a scan ends with Enter or Tab"
}
