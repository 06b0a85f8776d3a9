/// The texts of gate pages in a browser: the list of gates, the pairing of a phone, and the page of a gate.
public enum GatePageSentence: String, SentenceKey {
    public static let subject = "gatePage"

    // The list of gates
    case gates = "Gates"
    case gate = "Gate"
    case function = "Function"
    case session = "Session"
    case openGate = "Open gate"
    case noEvent = "There is no event whose tickets you may scan."
    case noDate = "No date yet"

    // Pairing a phone
    case pairingCode = "Code"
    case yourName = "Your name (only if the code was created without a name)"
    case pairPhone = "Pair phone"
    case notPaired = "The phone was not paired."
    case nameFault = "Enter a name of at most {limit} letters, without control characters."
    case codeForm = "A code has eight letters and digits."
    case codeUnknown = "This code is unknown, expired or already used. Ask for a new one."
    case tooManyCodes =
        "Too many wrong codes. Try again in one second.|Too many wrong codes. Try again in {count} seconds."

    // The verdict
    case verdict = "Verdict"
    case lateVerdicts = "Late verdicts"
    case admit = "Admit"
    case admitFewer = "Admit {people}"
    case letOut = "Let out"
    case nameOf = "{action}: {name}"
    case next = "Next"
    case askAgain = "Ask again"

    // Undoing an admission
    case undo = "Undo"
    case whyUndo = "Why undo this admission?"
    case scannedByMistake = "Scanned by mistake"
    case didNotComeIn = "Did not come in"
    case anotherReason = "Another reason"
    case keep = "Keep"
    case codeFault = "Enter a ticket’s code, such as 4F7K-29QX."
    case undoCode = "Ticket code of the admission to undo"
    case reason = "Reason"

    // The connection
    case noConnection = "No connection to the server. Trying again. Do not admit anybody."
    case serverSilent = "The server does not answer."
    case waiting = "1 scan is not decided.|{count} scans are not decided."
    case waitingScans = "Undecided scans"
    case removed = "This phone was removed from the gate. Ask for a new code."
    case signedOut = "You are signed out. Sign in again."
    case signInAgain = "Sign in again"
    case enterNewCode = "Enter a new code"

    // The gate and its camera
    case change = "Change"
    case camera = "Camera"
    case cameraView = "Camera view"
    case cameraNumber = "Camera {number}"
    case startCamera = "Start the camera"
    case stopCamera = "Stop the camera"
    case sound = "Sound"
    case light = "Light"
    case cameraNeedsHTTPS =
        "Cameras work only over HTTPS or on the server’s machine. Run the server with --tls self-signed."
    case cameraDisconnected = "The camera was disconnected."
    case cameraBlocked = "The camera is blocked. Allow it in the address bar, then start it again."
    case cameraMissing = "No camera found. Use a USB scanner or type the code."
    case cameraBusy = "Another program is using the camera."
    case cameraFailed = "The camera did not start ({error})."
    case frameRejected = "The server rejected the camera frame: {reason}"

    // A scan
    case scan = "Scan"
    case direction = "Direction"
    case entry = "In"
    case exit = "Out"
    case oneLess = "One person less"
    case oneMore = "One person more"
    case people = "People on one ticket"
    case typedTicket = "Ticket, typed or scanned"
    case check = "Check"
    case scannerHint = "A USB scanner works at any time. You do not need to select a field."

    // The search
    case searchText = "Name, code, e-mail or last digits of a phone number"
    case search = "Search"
    case searchResults = "Search results"
    case printedCode = "A printed code proves nothing. Check the name first."
    case nothingFound = "Nothing found"
    case nothingFoundFor = "Nothing found for {text}"
    case noSearchAnswer = "No answer. Search again."
    case personInside = "inside"
    case peopleInside = "{inside} of {party} inside"
    case insideUninvited = "{inside} inside, not invited here"
    case uninvited = "not invited here"

    // The numbers
    case numbers = "Numbers"
    case inside = "Inside"
    case admitted = "Admitted"
    case refused = "Refused"
    /// Shown below the number of people inside.
    case insideHere = "through this gate: {number}"
    case here = "at this gate: {number}"
    case lastScans = "Last scans"
    case noScans = "None yet."
    case undone = "undone"
    /// Shown for a scan that did not find a ticket of the event.
    case noTicket = "Unknown code"
}
