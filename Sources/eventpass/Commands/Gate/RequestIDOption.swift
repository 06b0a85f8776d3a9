import ArgumentParser

/// The id by which a request that is delivered twice is known again.
struct RequestIDOption: ParsableArguments {
    @Option(help: "An id of this request, of 1 to 200 bytes: sent again, it gives the same answer and changes nothing.")
    var requestID: String?

    func validate() throws { try RequestIDOption.validate(requestID) }

    static func validate(_ requestID: String?) throws {
        if let requestID, requestID.isEmpty || requestID.utf8.count > 200 {
            throw ValidationError("--request-id has 1 to 200 bytes")
        }
    }
}
