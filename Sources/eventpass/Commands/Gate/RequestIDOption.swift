import ArgumentParser

/// The idempotency key of a request.
struct RequestIDOption: ParsableArguments {
    @Option(help: "An id for this request, 1 to 200 bytes: repeating the request with it changes nothing.")
    var requestID: String?

    func validate() throws { try RequestIDOption.validate(requestID) }

    static func validate(_ requestID: String?) throws {
        if let requestID, requestID.isEmpty || requestID.utf8.count > 200 {
            throw ValidationError("--request-id takes 1 to 200 bytes")
        }
    }
}
