import ArgumentParser
import Cryptography
import Foundation
import Presenting
import TicketToken

struct KeyListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys, without their secrets.",
        discussion: """
              eventpass key list --json | jq .state
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let list = try KeyRing.list(at: try global.ownersDataFolder().keysFolder(keys))
        if output.json {
            for key in list { try StandardOutput.line(key.json.text) }
            return
        }
        var table = Table("key", "state", "created", "retired", "check", "", empty: "There are no keys.")
        for key in list {
            let remark = [key.isPublic ? "public" : nil, key.isEncrypted ? "sealed" : nil].compactMap(\.self)
            table.add(
                "\(key.number)", key.state.rawValue, key.created.iso8601(in: .gmt),
                key.retired?.iso8601(in: .gmt) ?? "–",
                key.checkText, remark.joined(separator: ", "))
        }
        try table.write(global.terminal())
    }
}

extension IssuerKey {
    var checkText: String { Hexadecimal.text(check) }

    var json: JSON {
        .object([
            ("number", .int(number)), ("state", .string(state.rawValue)),
            ("created", .string(created.iso8601(in: .gmt))), ("retired", .optional(retired?.iso8601(in: .gmt))),
            ("check", .string(checkText)), ("public", .bool(isPublic)), ("sealed", .bool(isEncrypted)),
        ])
    }
}
