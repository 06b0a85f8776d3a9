import EventFixture
@testable import Store
import Testing

/// Presses Tab in bash, with the program's own completion script.
@Suite("Completion of names in a shell", .slow)
struct CompletionTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// The words that bash proposes for the last word of a command line.
    private func proposals(_ line: String) throws -> [String] {
        try stage.folder.write(Array(line.utf8), to: "line")
        let outcome = try stage.sh(
            """
            bash -c '
                source <(eventpass --generate-completion-script bash)
                COMP_LINE=$(cat line); COMP_POINT=${#COMP_LINE}
                read -ra COMP_WORDS < line
                [ "${COMP_LINE: -1}" = " " ] && COMP_WORDS+=("")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _eventpass eventpass "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf "%s\\n" "${COMPREPLY[@]}"'
            """)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.lines
    }

    @Test("For the beginning of a name, bash proposes the events, organizers and gate packs that match")
    func names() throws {
        let made = try stage.sh(
            """
            eventpass event create --title Fashion --timezone Africa/Kampala && mkdir packs &&
                eventpass gate pack fair --device North --output packs/north.gate
            """)
        try #require(made.status == 0, "\(made)")
        #expect(try proposals("eventpass event show ") == ["fair", "fashion"])
        #expect(try proposals("eventpass ticket list fas") == ["fashion"])
        #expect(try proposals("eventpass gate stats fai") == ["fair"])
        #expect(try proposals("eventpass gate stats packs/") == ["packs/north.gate"])
        #expect(try proposals("eventpass event edit fas") == ["fashion"])
        #expect(try proposals("eventpass event edit fashion fai") == ["fair"])
        #expect(try proposals("eventpass organizer token create nile --event ") == ["fair", "fashion"])
        #expect(try proposals("eventpass organizer webhook create nile --event fas") == ["fashion"])
        #expect(try proposals("eventpass gate verify-log fai") == ["fair"])
        #expect(try proposals("eventpass gate verify-log packs/") == ["packs/north.gate"])
        #expect(try proposals("eventpass organizer show n") == ["nile"])
        #expect(try proposals("eventpass event create --organizer n") == ["nile"])
    }

    @Test("For the beginning of a message setting’s name, bash proposes the settings that match")
    func settings() throws {
        #expect(try proposals("eventpass notice policy set qu") == ["quiet-from=", "quiet-until="])
        #expect(
            try proposals("eventpass notice policy reset reminder-l")
                == ["reminder-last", "reminder-late", "reminder-least"])
    }

    @Test("Bash proposes files for an option that takes a passphrase file, and folders for the option --data")
    func paths() throws {
        try stage.folder.write([], to: "secret.txt")
        #expect(try proposals("eventpass key list --passphrase-file secr") == ["secret.txt"])
        #expect(try proposals("eventpass event list --data dat") == ["data"])
    }

    @Test("Without a data folder, or for an unknown user, nothing is proposed and nothing is created")
    func strangers() throws {
        let elsewhere = stage.folder("elsewhere")
        #expect(try proposals("eventpass event show --data \(elsewhere) ").isEmpty)
        #expect(try stage.sh("test -e elsewhere").status == 1)
        #expect(try proposals("eventpass event show --as nobody ").isEmpty)
    }

    @Test("A file name that bash would run as a command is not proposed, and the command does not run")
    func commandsInNames() throws {
        for name in ["$(touch ran).gate", "`touch ran`.gate", "a'; touch ran; '.gate", "plain.gate"] {
            try stage.folder.write([], to: name)
        }
        #expect(try proposals("eventpass gate stats ").filter { $0.hasSuffix(".gate") } == ["plain.gate"])
        #expect(try stage.sh("test -e ran").status == 1)
    }

    @Test("A store of an older version is not migrated when Tab is pressed; nothing is proposed")
    func oldStore() throws {
        let path = stage.folder("data/store.sqlite")
        _ = try Store.open(sqlite: path).write { try $0.execute("PRAGMA user_version = 28", []) }
        let bytes = try stage.folder.read("data/store.sqlite")
        #expect(try proposals("eventpass event show ").isEmpty)
        #expect(try stage.folder.read("data/store.sqlite") == bytes)
    }

    @Test("Names are also proposed if the data folder is given as --data=FOLDER")
    func joined() throws {
        #expect(try proposals("eventpass event show --data=\(stage.folder("data")) ") == ["fair"])
    }
}
