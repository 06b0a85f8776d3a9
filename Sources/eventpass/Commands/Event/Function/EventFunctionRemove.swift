import ArgumentParser
import Management
import Presenting

struct EventFunctionRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a function with its invitations and answers, after a yes.",
        discussion: """
            Refused once somebody was let in there.

              eventpass event function remove wedding brunch --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var functionArgument: FunctionArgument

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let function = try office.function(named: functionArgument.function, of: event)
        let invited = try office.guestAttendance(of: event).first { $0.function == function }?.invited.guests ?? 0
        try Confirmation.need(
            yes, "Remove “\(function.name.visible)” and \(counted(invited, "invitation")) to it?",
            of: "removing a function")
        let messages = try QueuedMessages(office, of: event)
        try office.removeFunction(function, of: event)
        try StandardOutput.line(
            output.json
                ? FunctionView.removed(function).text : "removed function \(function.number), \(function.name.visible)")
        try messages.say()
    }
}
