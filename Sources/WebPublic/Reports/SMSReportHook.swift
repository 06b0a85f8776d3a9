import Management
import MessageTransport
import WebHost

/// Receives an SMS provider's reports about messages that the provider has accepted. The provider does not sign its
/// reports. So the path contains a secret, which only the provider and the owner of the server know.
struct SMSReportHook: Sendable {
    /// The limit for a report. A report has about ten short fields.
    static let bodyLimit = BodyLimit(bytes: 8 << 10, time: nil)

    private let server: ServerContext
    /// Limits the requests of one network. A provider sends thousands of reports from few IP addresses, so the limit is
    /// higher than the limits for visitors.
    private let rateLimit = RateLimit(burst: 2000, perSecond: 100)
    /// The thread that stores reports. It is a separate thread, so that many reports do not delay visitors and
    /// organizers.
    private let threads: StoreThreads

    init(site: PublicSite) {
        server = site.server
        threads = StoreThreads("delivery reports", count: 1, maximumWaiting: 1000, site.server.openStore)
    }

    /// Stores a report. The response is the same for known and unknown ids of messages.
    ///
    /// - Throws: `Problem` 404 if the secret is wrong; 429 after too many requests from one network; 400 or 415 for
    ///   malformed reports; 413 for long requests; 503 if the settings cannot be read or too many reports wait.
    func receive(_ request: PageRequest) async throws -> RouteResponse {
        try rateLimit.consume("\(request.caller().address)", at: server.now()).requireGranted()
        guard try settings().isReportSecret(request.pathParameter("secret") ?? "") else { throw Problem.pageNotFound }
        let fields = try await request.form()
        let report = try AfricasTalkingReport(
            id: fields.value("id"), status: fields.value("status"), failureReason: fields.value("failureReason"))
        guard let report else { throw Problem(.badRequest, .malformedForm) }
        if report.outcome != .pending {
            let dispatcher = NoticeDispatcher(clock: server.now)
            try await threads.run { store in
                _ = try dispatcher.recordReport(
                    id: report.id, arrived: report.outcome == .delivered,
                    endsNumber: report.outcome == .unknownNumber, answer: report.answer, store)
            }
        }
        return .text("ok\n")
    }

    /// The current settings for messages; empty settings if the server has none.
    ///
    /// - Throws: `Problem` 503 if the settings cannot be read. The response does not contain the error, because the
    ///   error names a file of the server.
    private func settings() throws -> MessageSettings {
        do {
            return try server.messages?() ?? MessageSettings()
        } catch {
            throw Problem(.serviceUnavailable)
        }
    }
}
