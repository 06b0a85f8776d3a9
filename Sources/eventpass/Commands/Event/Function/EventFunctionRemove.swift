import ArgumentParser
import Management
import Presenting

struct EventFunctionRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a function with its invitations and answers.",
        discussion: """
            The command is refused if a gate of the function has already admitted somebody.

              eventpass event function remove wedding brunch --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var functionArgument: FunctionArgument

    @Flag(help: "Do not ask.")
    var yes = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let function = try services.subEvents.function(named: functionArgument.function, of: event)
        let invited =
            try services.guests.guestAttendance(of: event).first { $0.function == function }?.invited.guests ?? 0
        try Confirmation.require(
            yes, "Remove “\(function.name.visible)” and \(counted(invited, "invitation")) to it?",
            of: "removing a function")
        let messages = try QueuedMessageReport(services, of: event)
        try services.subEvents.removeFunction(function, of: event)
        try StandardOutput.line(
            output.json
                ? SubEventJSON.removed(function).text : "removed function \(function.number), \(function.name.visible)")
        try messages.say()
    }
}
