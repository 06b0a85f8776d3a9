import EventFixture
import Foundation
import Testing

/// Features of this machine that some tests need.
enum Machine {
    /// A command prefix that drops root’s rights.
    static let unprivileged = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

    /// Whether an unprivileged user can run the program from its build folder.
    static let hasUnprivileged: Bool = {
        do { return try TemporaryFolder().sh("\(unprivileged)eventpass --version").status == 0 } catch { return false }
    }()
}

@Suite("Disks that are full or read-only", .lowPriority, .slow)
struct DiskTests {
    @Test(
        "If the disk is full, a valid ticket’s scan is undecided; a retry after space is freed admits the ticket once",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func fullDisk() throws {
        let stage = try Stage(SmallDisk.mounted(at: "data", size: "3m"))
        defer { SmallDisk.unmount("data", in: stage.folder) }
        let tokens = try stage.tokens(4)
        let gate = try Conversation(
            "exec eventpass gate check fair --gate North --json --request-id r", in: stage.folder)
        #expect(try gate.ask(tokens[0]).contains(#""verdict":"admit""#))
        try SmallDisk.fill("data", in: stage.folder)
        for token in tokens[1...2] {
            let answer = try gate.ask(token)
            #expect(answer.contains(#""verdict":"undecided""#), "\(answer)")
            #expect(answer.contains("is full"), "\(answer)")
        }
        #expect(try gate.ask("rubbish").contains(#""verdict":"refuse""#))
        try SmallDisk.free("data", in: stage.folder)
        #expect(try gate.ask(tokens[3]).contains(#""verdict":"admit""#))
        #expect(try gate.end() == 2)

        // The same scans are sent two more times. Earlier verdicts stay the same. Each scan that was undecided is now
        // admitted, but only once.
        let input = Array((tokens[0...2] + ["rubbish", tokens[3]]).map { "\($0)\n" }.joined().utf8)
        for _ in 1...2 {
            let again = try stage.sh("eventpass gate check fair --gate North --json --request-id r", input: input)
            #expect(try VerdictLine.lines(again).map(\.verdict) == ["admit", "admit", "admit", "refuse", "admit"])
        }
        #expect(try stage.sh("eventpass gate stats fair --json").text.contains(#""admitted":4,"inside":4"#))
        #expect(try stage.sh("eventpass gate log fair --json | grep -c admit").text == "4\n")
        #expect(try stage.sh("eventpass gate verify-log").status == 0)
    }

    @Test(
        "On a full disk, every command that writes data fails with an error, and leaves no partial file",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func nothingHalfWritten() throws {
        let stage = try Stage(SmallDisk.mounted(at: "data", size: "3m"))
        defer { SmallDisk.unmount("data", in: stage.folder) }
        let token = try #require(try stage.tokens(3).first)
        try SmallDisk.fill("data", in: stage.folder)
        let keys = try stage.sh("cat data/keys/*").output
        let names = try stage.folder.names(in: "data")
        let commands = [
            "ticket issue fair --type Regular --count 100", "organizer create Late", "type add fair --name Late",
            "key generate", "key rotate", "gate check fair --gate North \(token)", "init --data data/second",
            "qr render --format png --output data/a.png x", "qr render --format png x > data/b.png",
            "ticket export fair --format png --output data/symbols",
        ]
        for command in commands {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(outcome.status == 2, "\(command)\n\(outcome)")
            #expect(outcome.errorText.hasPrefix("eventpass: error: "), "\(command)\n\(outcome)")
            #expect(outcome.output.isEmpty, "\(command)\n\(outcome)")
        }
        #expect(try stage.sh("cat data/keys/*").output == keys)
        #expect(try stage.sh("find data -name '*.partial' -o -name 'a.png' -o -path '*symbols*'").text.isEmpty)
        #expect(Set(try stage.folder.names(in: "data")).isSuperset(of: names))
        try SmallDisk.free("data", in: stage.folder)
        #expect(try stage.tickets().count == 3)
        #expect(try stage.sh("eventpass gate check fair --gate North \(token)").status == 0)
        #expect(try stage.sh("eventpass init --data data/second").status == 0)
        #expect(try stage.sh("eventpass key generate --data data/second").status == 0)
    }

    @Test(
        "In a read-only data folder, every command that writes data fails with an error, and changes nothing",
        .enabled(if: Machine.hasUnprivileged, "needs setpriv, and a build folder that other users can read"))
    func readOnly() throws {
        let stage = try Stage()
        let token = try #require(try stage.tokens(1).first)
        let code = try #require(try stage.tickets().first).code
        let owned = try stage.sh(
            "\(geteuid() == 0 ? "chown -R 65534:65534 data && " : "")chmod -R a-w data && find data -type f | sort | xargs sha256sum"
        )
        #expect(owned.status == 0, "\(owned)")
        let commands = [
            "gate check fair --gate North \(token)", "ticket issue fair --type Regular --count 1",
            "organizer create Late",
            "key generate", "key rotate", "key retire 1 --yes", "ticket cancel fair \(code) --yes",
            "qr render --format png --output data/a.png x", "ticket export fair --format png --output data/symbols",
            "init --data data/second",
        ]
        for command in commands {
            let outcome = try stage.sh("\(Machine.unprivileged)eventpass \(command)")
            #expect(outcome.status == 2, "\(command)\n\(outcome)")
            #expect(outcome.errorText.hasPrefix("eventpass: error: "), "\(command)\n\(outcome)")
            #expect(outcome.output.isEmpty, "\(command)\n\(outcome)")
        }
        #expect(try stage.sh("find data -type f | sort | xargs sha256sum").text == owned.text)
        #expect(try stage.sh("chmod -R u+w data").status == 0)
    }

    @Test(
        "If a database server’s disk is full, `ticket issue` reports this, and stores none of the new tickets",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    func fullServer() throws {
        let folder = try SmallDisk.mounted(at: "disk", size: "3m")
        // This test has a separate server, because other tests can't use a server after its disk has been unmounted.
        let server = try PostgreSQLServer()
        defer {
            do {
                try server.stop()
                _ = try folder.sh("umount --lazy disk")
            } catch {
                Issue.record(error)
            }
        }
        try #require(try folder.sh("[ $(id -u) != 0 ] || chown postgres disk").status == 0)
        try server.run("CREATE TABLESPACE small LOCATION '\(folder("disk"))'")
        let store = ["EVENTPASS_STORE": try server.newStore() + "%20-cdefault_tablespace%3Dsmall"]
        let made = try folder.sh(
            """
            set -e
            eventpass init --name Olive
            eventpass key generate
            eventpass organizer create Nile
            eventpass event create --title Fair --venue Lido --timezone Africa/Kampala --start 2099-01-01T18:00 \
                --end 2099-01-01T23:00
            eventpass type add fair --name Regular
            eventpass event publish fair
            eventpass ticket issue fair --type Regular --count 10
            """, environment: store)
        try #require(made.status == 0, "\(made)")
        let full = try folder.sh("eventpass ticket issue fair --type Regular --count 25000", environment: store)
        #expect(full.status == 2 && full.errorText.contains("is full; nothing was stored"), "\(full)")
        let rest = try folder.sh("eventpass ticket list fair --json | wc -l", environment: store)
        #expect(rest.text == "10\n", "\(rest)")
    }
}
