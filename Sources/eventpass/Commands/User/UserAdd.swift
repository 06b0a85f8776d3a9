import ArgumentParser
import Management
import Presenting
import Ticketing

struct UserAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user; organizer member gives them a role.",
        discussion: """
              eventpass user add "Joan Akello" --email joan@example.org
              eventpass organizer member add nile-nights joan@example.org --role seller
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Argument(help: ArgumentHelp("Their name.", valueName: "name"))
    var argument: String?
    @Option(help: "Their name, instead of the argument.")
    var name: String?
    @Option(help: "Their e-mail address; no other user has it.")
    var email: Given<EmailAddress>?
    @Option(help: "Their phone number with its country, such as +256772123456.")
    var phone: Given<PhoneNumber>?
    @Option(help: "Their day of birth, such as 1990-05-17.")
    var birthDate: Given<CalendarDay>?

    func validate() throws {
        guard (argument == nil) != (name == nil) else {
            throw ValidationError("say the name once, as an argument or with --name")
        }
    }

    func run() throws {
        var fields = Fields()
        let draft = UserDraft(
            name: argument ?? name ?? "", email: fields.read(email, "email"), phone: fields.read(phone, "phone"),
            birthDate: fields.read(birthDate, "birth-date"))
        try fields.end(besides: draft.faults(at: .now()))
        let user = try global.dataFolder().openOffice().addUser(draft)
        try StandardOutput.line(
            output.json ? UserView(user: user).json.text : "added user \(user.id), \(user.name.visible)")
        StandardError.say("next: eventpass organizer member add ORGANIZER \(user.id) --role ROLE")
    }
}
