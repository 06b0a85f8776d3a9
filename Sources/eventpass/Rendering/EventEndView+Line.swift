import Management
import Presenting

extension EventEndView {
    /// - Parameter verb: what was done to it.
    func write(_ verb: String, _ output: JSONOption) throws {
        let line =
            "\(verb) \(end.event.slug): \(counted(end.tickets, "ticket")) cancelled; "
            + WaitingMessages(count: end.notices).sentence
        try StandardOutput.line(output.json ? json.text : line)
    }
}
