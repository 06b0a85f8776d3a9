import Store
public import Ticketing

extension Storefront {
    /// The maximum number of open abuse reports about one event. Further reports are counted, but not stored, so that
    /// strangers cannot fill the store.
    public static let mostOpenAbuseReports = 20

    /// Whether visitors can report events to the owner of the server.
    public func takesAbuseReports() throws -> Bool { try visitorServices.abuseReports.takesAbuseReports() }

    /// Stores a visitor's report about a public event, or only counts it (`mostOpenAbuseReports`). The caller does not
    /// learn whether the report was stored.
    ///
    /// - Throws: `StorefrontError.notFound` if the event is not public, or if the server takes no reports; `invalid`
    ///   for an invalid text.
    public func report(_ content: AbuseReport.Content, about event: EventNumber) throws {
        if let fault = content.textFault { throw StorefrontError.invalid([FieldFault("text", fault.sentence)]) }
        try visitorServices.transact(.reportAbuse, in: nil) { work in
            guard try work.connection.serverSettings.isOn(.takesAbuseReports),
                let found = try work.connection.events.with(number: event), found.forVisitors.isPublic
            else { throw StorefrontError.notFound }
            try work.connection.abuseReports.add(
                content, about: event, mostOpen: Storefront.mostOpenAbuseReports, at: work.now)
        }
    }
}
