import EventFixture
import Foundation

/// The initial data folder of all schedules, which is created once and then copied. The gates serve the event `fair` or
/// a gate pack of that event. The commands use other events, orders, guests and members, so that no two commands change
/// the same data.
struct ScheduleOutset: Sendable {
    private let folder: TemporaryFolder
    let tokens: [String]
    let codes: [String]
    /// An API token with the scope `scan`.
    let access: String
    /// The shell variables of the commands: codes of tickets, numbers of orders, ids, and a passphrase.
    let environment: [String: String]

    static let shared = Result { try ScheduleOutset() }

    init() throws {
        let stage = try Stage()
        folder = stage.folder
        _ = try stage.tokens(Schedule.ticketCount)
        let tickets = try stage.tickets()
        (tokens, codes) = (tickets.compactMap(\.token), tickets.map(\.code))
        var environment = ["EVENTPASS_PACK_PASSPHRASE": "lanterns on the lake"]
        let made = try stage.sh(
            [ScheduleOutset.events, ScheduleOutset.sales, ScheduleOutset.people, ScheduleOutset.packs]
                .joined(separator: "\n"), environment: environment)
        guard made.status == 0 else { throw Surprise("no initial folder: \(made)") }
        for line in String(decoding: try folder.read("ids"), as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty, parts[1] != "null" else { throw Surprise("no id in \(line)") }
            environment[parts[0]] = parts[1]
        }
        guard let access = environment.removeValue(forKey: "ACCESS") else { throw Surprise("no token") }
        (self.access, self.environment) = (access, environment)
    }

    func copy(to target: TemporaryFolder) throws {
        for name in try folder.names(in: ".") where name != "ids" {
            try FileManager.default.copyItem(atPath: folder(name), toPath: target(name))
        }
    }

    private static let events = """
        set -e
        exec >&2
        create() {
            eventpass event create --organizer nile --venue Lido --timezone UTC --start 2099-01-01T18:00 \
                --end 2099-01-02T04:00 --title "$@"
        }
        for name in Spare Publish Cancel; do
            create $name
            eventpass type add $name --name Regular --price '50000 UGX'
        done
        eventpass type add spare --name Unsold
        eventpass event publish spare
        eventpass event publish cancel
        create Delete
        create Restore
        eventpass event delete restore --yes
        create Gala --kind celebration
        for name in ceremony rehearsal; do
            eventpass event sub-event add gala --type $name --start 2099-01-01T19:00
        done
        printf 'name,companions,ceremony\\nGrace Nakato,1,yes\\nJoan Auma,,yes\\n' > guests.csv
        printf '{"weddingEvents":[{"name":"Dance","date":"2099-01-02","time":"20:00"}]}\\n' > settings.json
        eventpass guest import gala guests.csv
        eventpass guest invite gala --all
        """

    private static let sales = """
        eventpass ticket issue spare --type Regular --count 8
        eventpass ticket list spare --json | jq -r .code > codes
        paste -d = - codes > ids << END
        BLOCKED
        CANCELLED
        MOVED
        TICKET
        TICKED
        REISSUED
        ADMITTED
        UNDONE
        END
        . ./ids
        eventpass ticket block spare $BLOCKED --note lost --yes
        printf '%s,18:05\\n' $TICKED > ticked.csv
        order() {
            eventpass order create spare --line Regular=1 --buyer Grace --email grace@example.org --json "$@" | jq .number
        }
        OWED=$(order --paid cash)
        PAID=$(order --paid cash)
        eventpass order refund spare $OWED --all --yes
        printf '%s\\n' "PENDING=$(order)" "DROPPED=$(order)" "REFUNDED=$(order --paid cash)" "PAID=$PAID" "OWED=$OWED" \
            "SOLD=$(eventpass order show spare $PAID --json | jq -r '.ticket_codes[0].code')" >> ids
        eventpass print sheets spare --output printed.pdf
        eventpass qr render --format png --output hello.png Hello
        """

    private static let people = """
        printf '%s\\n' 'correct horse battery' > password.txt
        printf '%s\\n' A1234567 > passport.txt
        for number in 8 9; do printf '%064d\\n' $number > key-$number.txt; done
        eventpass key import --number 9 < key-9.txt
        for name in paula ruth; do eventpass user add $name --email $name@example.org; done
        eventpass organizer member add nile ruth@example.org --role viewer
        eventpass organizer token create nile --name Old --scope read
        webhook() {
            eventpass organizer webhook create nile --url https://127.0.0.1:9/$1 --kind issued --allow-private --json |
                jq -r .id
        }
        printf '%s\\n' "TOKEN=$(eventpass organizer token list nile --json | jq -r .id)" "WEBHOOK=$(webhook a)" \
            "ENDED=$(webhook b)" "PHONE=$(eventpass gate pair spare --gate East --name Phone --json | jq -r .id)" \
            "ACCESS=$(eventpass organizer token create nile --name Gates --scope scan)" >> ids
        """

    private static let packs = """
        eventpass gate pack fair --device Laptop --output north.gate
        eventpass gate pack fair --device Phone --passphrase --output sealed.gate
        eventpass gate pack spare --device Tablet --output spare.gate
        eventpass store backup backup.sqlite
        """
}
