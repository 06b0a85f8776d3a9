/// The texts of error responses: the cause of an error, and a hint about the next step.
public enum ProblemSentence: String, SentenceKey {
    public static let subject = "problem"

    // The titles of pages, by the status of the response
    case badRequest = "Bad Request"
    case unauthorized = "Unauthorized"
    case forbidden = "Forbidden"
    case notFound = "Not Found"
    case methodNotAllowed = "Method Not Allowed"
    case conflict = "Conflict"
    case contentTooLarge = "Content Too Large"
    case unsupportedMediaType = "Unsupported Media Type"
    case misdirectedRequest = "Misdirected Request"
    case unprocessableContent = "Unprocessable Content"
    case tooManyRequests = "Too Many Requests"
    case internalServerError = "Internal Server Error"
    case serviceUnavailable = "Service Unavailable"

    // The next step after an error of each kind
    case forbiddenHint = "An owner of the organizer can give you a role that allows this."
    case localOwnerHint = "Ask the owner of the server."
    case notFoundHint = "Look for the object in its list. The object may have been removed."
    case invalidInputHint = "Correct the request and send it again."
    case ruleViolationHint = "Check the current state of the object."
    case conflictHint = "Check whether the object already exists."
    case confirmRecipientsHint = "To make the change, add {parameter} to the query and send the request again."
    case systemFailureHint = "Check whether your change was made, then try again in a moment."
    case systemFailure = "The server can’t do this now."

    // All requests
    case unknownHost =
        "This server does not accept this host name. To add it, start the server with: eventpass serve --host NAME"
    case forwardingMismatch = "The header fields X-Forwarded-For and Forwarded contain different client addresses."
    case crossOrigin = "This request was sent by a page of another site."
    case tooManyBytes = "The request is too large: the limit is {limit} bytes."
    case tooManyMebibytes = "The request is too large: the limit is {limit} MiB."
    case splitListHint = "Split the list, or import it at the command line."
    case storeSilent = "The store does not answer. Try again in a moment."

    // Forms
    case notAForm = "Forms must be application/x-www-form-urlencoded."
    case malformedForm = "Malformed form data."
    case noBoundary = "Malformed form data: the content type has no boundary."
    case incompleteForm = "Incomplete form data."
    case tooManyFields = "A form can have at most {limit} fields."
    case repeatedField = "A field was sent twice."
    case severalFiles = "Upload one file at a time."
    case foreignForm = "This form was not sent by a page of this server."
    case editConflict = "The data has changed, or the form came from another page. Open the page again."
    case notSignedIn = "Not signed in, or the session has ended."
    case answerFault = "An answer must be attending, maybe or declined."

    // JSON
    case notJSON = "The body must be application/json."
    case malformedJSON = "Line {line} is not valid JSON, is nested too deeply or repeats a field."
    case notAnObject = "The body must be one object."
    case missingField = "The field “{field}” is missing."
    case wrongType = "The field “{field}” has the wrong type."
    case unknownField = "The field “{field}” is unknown; known fields: {known}."
    case noFieldKnown = "The field “{field}” is unknown. This request has no fields."

    // The API
    case missingToken = "Send a token: Authorization: Bearer TOKEN."
    case invalidToken = "This token is unknown, expired or revoked."
    case missingScope = "This request needs a token with the scope {scope}; the token has only {scopes}."
    case missingScopeHint = "An owner or a manager can create a token with that scope."
    case tokenOfOneEvent = "This token is for one event only."
    case tokenOfOneEventHint = "An owner or a manager can create a token for all events of the organizer."
    case limitFault = "limit must be {least} to {most}."
    case wrongCursor = "This cursor is not valid for this list. Omit the cursor to start again."
    case lastItemGone = "The last item of the previous page no longer exists. Start again without a cursor."
    case keyLength = "An Idempotency-Key must have 1 to {longest} bytes."
    case keyReused = "This Idempotency-Key was already used for a different request."
    case requestInProgress = "A request with this key is in progress. Retry later with the same key."
    case answerLost = "This request was completed, but its answer was lost. Read the current state."
    case rowsOrCSV = "Send a list as either rows or csv."
    case listTooLarge =
        "A list has at most {mostRows} rows and {mostColumns} columns; this list has {rows} rows and {columns} columns."
    case noGates = "This server runs no gates."

    // Gates
    case requestFault = "The field “request” must be an id of 1 to 100 printable ASCII characters without spaces."
    case gateFault = "The field “gate” must be a name of at most 100 bytes."
    case directionFault = "The field “direction” must be “entry” or “exit”."
    case countFault = "The field “count” must be a number from 1 to {most}."
    case numberFault = "The field “{field}” must be a whole number, 0 or greater."
    case codeFault = "The field “code” must be a ticket’s code, such as 4F7K-29QX."
    case reasonFault = "The field “reason”: {fault}."
    case searchTextFault = "The field “text” must be a name, an e-mail address or a code."
    case chosenGateFault = "The gate’s name: {fault}."
    case chosenSubEventFault = "The sub-event must be a number greater than 0."
    case chosenDirectionFault = "The direction must be entry or exit."
    case unknownSubEvent = "The event has no such sub-event."
    case phoneOfOtherGate = "This phone was paired for gate {gate}."
    case scanFault = "A scan must have 1 to 9 texts of at most 4096 bytes each."
    case tooManyScans = "Not decided: too many scans are waiting. Retry with the same request id."
    case notDecided = "Could not decide: the store does not answer. Scan again."
    case unknownOutcome = "The store does not answer, so the outcome is unknown. Retry with the same request id."

    // Camera frames
    case frameType = "Send a frame as application/octet-stream with luminance only."
    case frameTooLarge = "A frame may have at most {most} pixels per side."
    case frameDepth = "The field “depth” must be 4 or 8 (bits per pixel)."
    case frameLength = "The body and its Content-Length must be width × height × depth / 8 bytes."
    case frameBodyLength = "The body must be width × height × depth / 8 bytes."
    case frameInProgress = "Another frame of this browser is still being read."
    case framesFail = "Frames can’t be read now. Type the code or use a scanner."
}
