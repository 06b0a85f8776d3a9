import ArgumentParser
import Gate
import Presenting

/// The end of a command that decides once: its verdict is shown, and is the exit status.
struct OneVerdict {
    let gate: Gate
    let terminal: Terminal

    func print(_ verdict: Verdict, _ output: JSONOption) throws {
        let view = VerdictView(zone: gate.event.zone)
        try StandardOutput.line(output.json ? view.json(verdict).text : view.line(verdict, terminal))
        var status = verdict.outcome.status
        do {
            try gate.flush()
        } catch {
            StandardError.say("error: the refusal was not written down: \("\(error)".visible)")
            status = status.worst(.trouble)
        }
        if status != .done { throw ExitCode(status.rawValue) }
    }
}
