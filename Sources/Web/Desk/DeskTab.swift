extension Visit {
    /// Under which of the tabs of an event this is, for the template `desk-top`; nil elsewhere.
    var deskTab: String? {
        let parts = target.prefix { $0 != "?" }.split(separator: "/")
        guard parts.count >= 3, parts[0] == "desk", parts[1] == "e" else { return nil }
        switch parts.dropFirst(3).first {
        case nil: return "overview"
        case "new-type": return "types"
        case "issue": return "tickets"
        case let part?: return String(part)
        }
    }
}
