extension Notices {
    /// The number of unsent notices of all organizers and of the server itself.
    public func waiting() throws -> Int {
        try connection.first("SELECT count(*) FROM notice WHERE due IS NOT NULL", []) { Int($0.integer(0)) } ?? 0
    }
}
