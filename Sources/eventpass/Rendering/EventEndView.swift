import Management

/// A cancelled or deleted event on the page and in JSON.
struct EventEndView {
    let end: EventEnd

    /// - Parameter verb: what was done to it.
    func write(_ verb: String, _ output: JSONOption) throws {
        let json = JSON.object([
            ("event", EventView(event: end.event).json), ("tickets", .int(end.tickets)), ("notices", .int(end.notices)),
        ])
        let line =
            "\(verb) \(end.event.slug): \(counted(end.tickets, "ticket")) cancelled, "
            + "\(counted(end.notices, "notice")) queued"
        try StandardOutput.line(output.json ? json.text : line)
    }
}
