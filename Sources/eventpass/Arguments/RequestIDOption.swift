import ArgumentParser
import Languages

/// The option for the id of a request (an idempotency key). A retry with the same id has no second effect.
struct RequestIDOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.requestID))
    var requestID: String?

    func validate() throws { try RequestIDOption.validate(requestID) }

    static func validate(_ requestID: String?) throws {
        if let requestID, requestID.isEmpty || requestID.utf8.count > 200 {
            throw ValidationError(Text.lengthFault)
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsRequestID"

        case requestID = "An id for this request, 1 to 200 bytes. A repeated request with the same id changes nothing."
        case lengthFault = "--request-id takes 1 to 200 bytes"
    }
}
