import Management
import Presenting

extension EventEndJSON {
    /// - Parameter verb: the past participle to print, such as `cancelled`.
    func write(_ verb: String, _ output: JSONOption) throws {
        let line =
            "\(verb) \(end.event.slug): \(counted(end.tickets, "ticket")) cancelled; "
            + PendingEmailNotice(count: end.notices).sentence
        try StandardOutput.line(output.json ? json.text : line)
    }
}
