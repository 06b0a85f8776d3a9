import ArgumentParser
import Gate
import Presenting

/// Prints the verdict of a command that makes one decision, and turns it into the exit status.
struct SingleVerdictReport {
    let gate: Gate
    let terminal: Terminal

    func print(_ verdict: Verdict, _ output: JSONOption) throws {
        let view = VerdictJSON(zone: gate.event.zone)
        try StandardOutput.line(output.json ? view.json(verdict).text : view.line(verdict, terminal))
        var status = verdict.outcome.status
        do {
            try gate.flush()
        } catch {
            StandardError.say("error: the refusal was not recorded: \("\(error)".visible)")
            status = status.worst(.trouble)
        }
        if status != .done { throw ExitCode(status.rawValue) }
    }
}
