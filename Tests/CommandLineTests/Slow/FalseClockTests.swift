import EventFixture
import Foundation
import Testing

@Suite("Warnings that a clock is behind, after the clock was once ahead", .lowPriority, .slow)
struct FalseClockTests {
    @Test(
        "`gate clock accept` ends a false clock warning, even in a restored or copied store; true warnings remain"
    )
    func accepted() throws {
        let stage = try Stage()
        let tokens = try stage.tokens(4)
        let nothing = try stage.sh("eventpass gate clock accept --reason early --yes")
        #expect(nothing.status == 1 && nothing.errorText.contains("is not behind"), "\(nothing)")
        try stage.admit(tokens[0], byClockAhead: 400)

        let warned = try stage.sh("eventpass gate check fair --gate North \(tokens[1])")
        #expect(warned.status == 0, "\(warned)")
        let days = "this machine’s clock is 399 days behind the latest ledger record; correct it"
        #expect(warned.errorText.contains(days) || warned.errorText.contains("is 400 days behind"), "\(warned)")
        #expect(warned.errorText.contains("eventpass gate clock accept --reason TEXT"), "\(warned)")

        let empty = try stage.sh("eventpass gate clock accept --reason '' --yes")
        #expect(empty.status == 65 && empty.errorText.contains("error: reason: "), "\(empty)")
        let asked = try stage.sh("eventpass gate clock accept --reason 'New battery' < /dev/null")
        #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
        let accepted = try stage.sh("eventpass gate clock accept --reason 'New battery' --yes")
        #expect(accepted.status == 0, "\(accepted)")
        let trail = try stage.sh("eventpass report audit --of-store --json | grep acceptClock")
        #expect(trail.text.contains("New battery"), "\(trail)")

        let quiet = try stage.sh("eventpass gate check fair --gate North \(tokens[2])")
        #expect(quiet.status == 0 && !quiet.errorText.contains("ledger record"), "\(quiet)")
        let elsewhere = try stage.sh(
            """
            set -e
            eventpass store backup bk.sqlite
            eventpass store restore bk.sqlite --yes
            eventpass store copy --to sqlite:copy.sqlite
            eventpass gate verify-log
            """)
        try #require(elsewhere.status == 0, "\(elsewhere)")
        for store in ["data/store.sqlite", "copy.sqlite"] {
            let silent = try stage.sh("eventpass gate check fair --gate North --store sqlite:\(store) \(tokens[2])")
            #expect([1, 3].contains(silent.status) && !silent.errorText.contains("ledger record"), "\(silent)")
        }
        // After another scan with a clock that is ahead, this machine’s clock is behind the latest recorded scan again.
        // So there is a new warning.
        try stage.admit(tokens[3], byClockAhead: 2)
        let again = try stage.sh("eventpass gate check fair --gate North \(tokens[2])")
        #expect(again.errorText.contains(" behind the latest ledger record"), "\(again)")
    }

    @Test("`gate clock accept` ends the false clock warning of a gate with a gate pack")
    func pack() throws {
        let stage = try Stage()
        let tokens = try stage.tokens(3)
        let made = try stage.sh("eventpass gate pack fair --device L --output l.gate")
        try #require(made.status == 0, "\(made)")
        let nothing = try stage.sh("eventpass gate clock accept l.gate --reason early --yes")
        #expect(nothing.status == 1 && nothing.errorText.contains("this pack’s clock is not behind"), "\(nothing)")
        try stage.admit(tokens[0], onPack: "l.gate", byClockAhead: 400)
        let warned = try stage.sh("eventpass gate check l.gate --gate North \(tokens[1])")
        #expect(warned.errorText.contains(" behind the latest ledger record; correct it"), "\(warned)")
        #expect(warned.errorText.contains("eventpass gate clock accept PACK --reason TEXT"), "\(warned)")

        let empty = try stage.sh("eventpass gate clock accept l.gate --reason ' ' --yes")
        #expect(empty.status == 65 && empty.errorText.contains("error: reason: "), "\(empty)")
        let asked = try stage.sh("eventpass gate clock accept l.gate --reason 'New battery' < /dev/null")
        #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
        let other = try stage.sh("eventpass gate clock accept fair --reason 'New battery' --yes")
        #expect(other.status == 64 && other.errorText.contains("“fair” is not the path of a gate pack"), "\(other)")
        let accepted = try stage.sh("eventpass gate clock accept l.gate --reason 'New battery' --yes")
        #expect(accepted.status == 0 && accepted.text.hasPrefix("accepted the clock of this pack, "), "\(accepted)")
        let quiet = try stage.sh("eventpass gate check l.gate --gate North \(tokens[2])")
        #expect(quiet.status == 0 && !quiet.errorText.contains("ledger record"), "\(quiet)")
        #expect(try stage.sh("eventpass gate verify-log l.gate && eventpass gate merge fair l.gate").status == 0)
    }
}
