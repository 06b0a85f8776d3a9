import ArgumentParser
import Management
import Presenting
import Ticketing

struct UserAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user. Assign roles with organizer member add.",
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
    @Option(help: "Their e-mail address; unique among users.")
    var email: ParsedArgument<EmailAddress>?
    @Option(help: "Their phone number with country code, such as +256772123456.")
    var phone: ParsedArgument<PhoneNumber>?
    @Option(help: "Their date of birth, such as 1990-05-17.")
    var birthDate: ParsedArgument<CalendarDay>?

    func validate() throws {
        guard (argument == nil) != (name == nil) else {
            throw ValidationError("give the name once, as an argument or with --name")
        }
    }

    func run() throws {
        var fields = FieldParser()
        let draft = UserDetails(
            name: argument ?? name ?? "", email: fields.read(email, "email"), phone: fields.read(phone, "phone"),
            birthDate: fields.read(birthDate, "birth-date"))
        try fields.finish(besides: draft.faults(at: .now()))
        let user = try global.dataFolder().openServices().users.addUser(draft)
        try StandardOutput.line(
            output.json ? UserJSON(user: user).json.text : "added user \(user.id), \(user.name.visible)")
        StandardError.say("next: eventpass organizer member add ORGANIZER \(user.id) --role ROLE")
    }
}
