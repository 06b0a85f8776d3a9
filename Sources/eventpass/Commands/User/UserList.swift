import ArgumentParser
import Presenting

struct UserListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the users of this store.",
        discussion: """
              eventpass user list --json | jq .email
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        let users = try global.dataFolder().openServices().users.users()
        if output.json {
            for user in users { try StandardOutput.line(UserJSON(user: user).json.text) }
            return
        }
        var table = Table("id", "name", "e-mail", "phone", empty: "There are no users.")
        for user in users { table.add("\(user.id)", user.name, user.email?.rawValue, user.phone?.rawValue) }
        try table.write(global.terminal())
    }
}
