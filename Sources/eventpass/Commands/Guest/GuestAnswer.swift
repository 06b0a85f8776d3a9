import ArgumentParser
import Management
import Presenting
import Ticketing

struct GuestAnswer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Keep what a guest said to an invitation.",
        discussion: """
            An answer changes no code: who declined and comes after all is let in.

              eventpass guest answer wedding "Grace Nakato" yes --function reception \\
                  --companions 1
            """)

    /// What was said.
    enum Word: String, CaseIterable, TypedValue {
        case yes, no
        /// Takes an answer back.
        case none
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var guestArgument: GuestArgument

    @Argument(help: "yes, no, or none to take an answer back.")
    var answer: Given<Word>
    @OptionGroup var functionOption: FunctionOption
    @Option(
        parsing: .unconditional, help: "How many companions they bring. (default: 0)")
    var companions: Given<Int>?

    func run() throws {
        let (said, companions) = try said()
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let functions = try office.functions(of: event)
        let function = try functionOption.choice(of: event, among: functions, office)
        let guest = try office.answer(said, ofGuest: guestArgument.guest, to: function, of: event)
        let view = GuestView(functions: functions, zone: event.zone)
        try StandardOutput.line(
            output.json
                ? view.json(guest).text
                : "\(guest.guest.name.visible), \(function.name.visible): \(said.kind.rawValue)\(companions > 0 ? ", with \(companions)" : "")"
        )
    }

    private func said() throws -> (Answer, companions: Int) {
        var fields = Fields()
        let word = fields.read(answer, "answer")
        let companions = fields.read(companions, "companions") ?? 0
        if companions < 0 { fields.refuse("companions", "0 or more") }
        if companions > 0, let word, word != .yes { fields.refuse("companions", "none without a yes") }
        try fields.end()
        return switch word {
        case .yes: (.attending(companions: companions), companions)
        case .no: (.declined, 0)
        case nil, .some(.none): (.none, 0)
        }
    }
}
