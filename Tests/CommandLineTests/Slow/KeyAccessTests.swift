import EventFixture
import Foundation
import Testing

@Suite("Key files and key folders with a wrong mode, owner or kind, and secrets in output", .lowPriority, .slow)
struct KeyAccessTests {
    let stage: Stage

    init() throws { stage = try Stage() }

    private func refuses(_ change: String, _ message: String, back: String) throws {
        try #require(stage.sh(change).status == 0)
        for command in ["gate check fair --gate North x", "ticket issue fair --type Regular --count 1", "key rotate"] {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(outcome.status == 2, "\(command)\n\(outcome)")
            #expect(outcome.errorText.contains(message), "\(command)\n\(outcome)")
        }
        try #require(stage.sh(back).status == 0)
        #expect(try stage.sh("eventpass gate check fair --gate North x").status == 1)
    }

    @Test("If the mode of a key folder or key file grants too many rights, commands fail and suggest a chmod command")
    func looseModes() throws {
        let keys = stage.folder("data/keys")
        for mode in ["750", "701", "777", "2700"] {
            try refuses(
                "chmod \(mode) data/keys", "chmod 0700 \(keys)\n", back: "chmod g-s data/keys && chmod 0700 data/keys")
        }
        for mode in ["640", "604", "666", "700"] {
            try refuses(
                "chmod \(mode) data/keys/001.key", "chmod 0600 \(keys)/001.key\n", back: "chmod 600 data/keys/001.key")
        }
        try refuses(
            "chmod 644 data/keys/register", "chmod 0600 \(keys)/register\n", back: "chmod 600 data/keys/register")
    }

    @Test("A key folder or key file that is a symbolic link is refused, and the error names the link")
    func links() throws {
        try refuses(
            "mv data/keys real && ln -s ../real data/keys", "data/keys is a symbolic link",
            back: "rm data/keys && mv real data/keys")
        try refuses(
            "mv data/keys/001.key real && ln -s ../../real data/keys/001.key", "data/keys/001.key is a symbolic link",
            back: "rm data/keys/001.key && mv real data/keys/001.key")
    }

    @Test(
        "If a key folder or key file has another owner, commands fail and suggest a chown command",
        .enabled(if: geteuid() == 0, "needs root"))
    func otherOwner() throws {
        let keys = stage.folder("data/keys")
        try refuses("chown 65534 data/keys", "chown 0 \(keys)\n", back: "chown 0 data/keys")
        try refuses("chown 65534 data/keys/001.key", "chown 0 \(keys)/001.key\n", back: "chown 0 data/keys/001.key")
    }

    @Test("A key file that is a pipe or a folder is refused, and no command waits for the pipe")
    func oddKinds() throws {
        try refuses(
            "mv data/keys/001.key real && mkfifo -m 600 data/keys/001.key", "data/keys/001.key is not a file",
            back: "rm data/keys/001.key && mv real data/keys/001.key")
        try refuses(
            "mv data/keys/001.key real && mkdir -m 700 data/keys/001.key", "data/keys/001.key is not a file",
            back: "rmdir data/keys/001.key && mv real data/keys/001.key")
    }

    @Test("Only the command `key export` prints a key, and errors do not print the password in a store’s URL")
    func secrets() throws {
        let secret = try stage.sh("eventpass key export --number 1 --yes").text.dropLast()
        try #require(secret.count == 64)
        for command in ["key list", "key list --json", "doctor", "key import --number 1", "key import --number 2"] {
            let outcome = try stage.sh("eventpass \(command)", input: Array("\(secret)\n".utf8))
            #expect(!outcome.text.contains(secret) && !outcome.errorText.contains(secret), "\(command)")
        }
        let store = try stage.sh("eventpass event list --store postgres://olive:hunter2@db/events")
        #expect(store.status == 64)
        #expect(!store.errorText.contains("hunter2"))
    }
}
