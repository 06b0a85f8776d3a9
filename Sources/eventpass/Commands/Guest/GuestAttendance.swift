import ArgumentParser
import Management
import Presenting

struct GuestAttendanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attendance", abstract: "Count invitations, answers, meals and attendance by function.",
        discussion: """
            Numbers count guests; numbers in brackets include their companions.

              eventpass guest attendance wedding --json | jq .meals
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let functions = try services.guests.guestAttendance(of: event)
        if output.json {
            for function in functions {
                try StandardOutput.line(SubEventAttendanceJSON(attendance: function).json.text)
            }
            return
        }
        var table = Table(
            "function", "invited", "attending", "declined", "no answer", "admitted", "inside",
            empty: "The event has no functions.")
        for function in functions {
            func text(_ count: FunctionAttendance.Headcount) -> String { "\(count.guests) (\(count.people))" }
            table.add(
                function.function.name, text(function.invited), text(function.attending), text(function.declined),
                text(function.unanswered), "\(function.admitted)", "\(function.inside)")
        }
        try table.write(global.terminal())
        let meals = functions.filter { !$0.meals.isEmpty }
        guard !meals.isEmpty else { return }
        var menu = Table("function", "meal", "guests", title: "Meals", empty: nil)
        for function in meals {
            for meal in function.meals { menu.add(function.function.name, meal.meal ?? "–", "\(meal.guests)") }
        }
        try menu.write(global.terminal())
    }
}
