import EventFixture
import Foundation
import Testing

/// The tests kill the program just before a step: a call that reads or changes something outside of the program
/// (`StepLog`).
@Suite("Mails in a folder if the program is killed between two steps", .lowPriority, .everyEngine, .slow)
struct MailFolderStepTests {
    @Test(
        """
        If `notice send` is killed between two steps, no mail is missing or incomplete; a mail is written twice only \
        if the program had not yet stored that it was written
        """)
    func folder() throws {
        let stage = try Stage(on: .current)
        let steps = try StepLog(on: stage, folder: "mails")
        let set = try stage.sh("mkdir mails && eventpass mail set --folder mails --from tickets@example.org")
        try #require(set.status == 0, "\(set)")
        try stage.issue(1, named: "first")
        var sending = InterruptedSending(on: stage, steps)
        var known: Set<String> = []
        /// The recipients of the mails that were written since the last call. Checks that each of these mails is
        /// complete.
        func taken() throws -> [String] {
            let names = Set(try stage.folder.names(in: "mails").filter { $0.hasSuffix(".eml") })
            defer { known = names }
            return try names.subtracting(known).map { name in
                let mail = String(decoding: try stage.folder.read("mails/\(name)"), as: UTF8.self)
                let boundary = try #require(mail.firstMatch(of: /boundary="([^"]+)"/), "\(name): \(mail)").1
                #expect(mail.hasSuffix("--\(boundary)--\r\n"), "\(name): \(mail.suffix(200))")
                let lines = mail.split(whereSeparator: \.isNewline)
                let field = try #require(lines.first { $0.hasPrefix("To: ") }, "\(mail)")
                return String(try #require(field.firstMatch(of: /[a-z0-9]+@example\.org/), "\(field)").0)
            }
        }
        let all = try steps.all("eventpass notice send --limit 1")
        for name in ["folder write", "folder sync", "folder link", "folder unlink"] {
            try #require(all.contains(name), "\(all)")
        }
        sending.count(try taken())
        let chosen = StepLog.boundaries(in: all)
        try stage.issue(chosen.count, named: "guest")
        for step in chosen { try sending.kill("eventpass notice send --limit 1", before: step, taken) }
        _ = try steps.all("eventpass notice send")
        sending.count(try taken())
        try sending.check(messages: 1 + chosen.count, attempts: chosen.count)
        // A killed program leaves hidden files. Programs that read the folder ignore hidden files.
        let others = try stage.folder.names(in: "mails").filter { !$0.hasSuffix(".eml") }
        #expect(others.allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".partial") }, "\(others)")
    }
}
