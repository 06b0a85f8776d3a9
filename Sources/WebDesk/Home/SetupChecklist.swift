import Languages
import Management
import Ticketing
import WebHost

/// The steps from an empty store to the first scan of a ticket. The home page lists the steps until all of them are
/// done.
///
/// The data in the store show which steps are done; there is no separate record of this. If a user manages several
/// organizers, the list is about the organizer that has the most steps done.
struct SetupChecklist: Sendable {
    /// The raw value is part of the page's markup.
    enum Step: String, CaseIterable, Sendable {
        case organizer, event, tickets, publish, team, scan

        fileprivate var title: DeskHomeSentence {
            switch self {
            case .organizer: .stepOrganizer
            case .event: .stepEvent
            case .tickets: .stepTickets
            case .publish: .stepPublish
            case .team: .stepTeam
            case .scan: .stepScan
            }
        }

        fileprivate var about: DeskHomeSentence {
            switch self {
            case .organizer: .aboutOrganizer
            case .event: .aboutEvent
            case .tickets: .aboutTickets
            case .publish: .aboutPublish
            case .team: .aboutTeam
            case .scan: .aboutScan
            }
        }

        fileprivate var action: Sentence {
            switch self {
            case .organizer: Sentence(DeskSentence.createOrganizer)
            case .event: Sentence(DeskSentence.newEvent)
            case .tickets: Sentence(DeskEventSentence.newType)
            case .publish: Sentence(DeskHomeSentence.openEvent)
            case .team: Sentence(DeskHomeSentence.openTeam)
            case .scan: Sentence(DeskHomeSentence.openGate)
            }
        }
    }

    let done: Set<Step>
    /// The first step that is not done; nil if all steps are done.
    var next: Step? { Step.allCases.first { !done.contains($0) } }
    /// The URL of the page on which the user does the next step; nil if the user may not do it.
    let nextPath: String?

    /// Reads the steps from the store. Nil if the user is a member of organizers, but manages none of them.
    ///
    /// - Parameters:
    ///   - organizers: the organizers of which the user is a member.
    ///   - events: the events of these organizers.
    init?(_ organizers: [Organizer], _ events: [Event], _ services: ManagementServices) throws {
        guard !organizers.isEmpty else {
            done = []
            nextPath = DeskHomePage.newOrganizerPath
            return
        }
        var best: SetupChecklist?
        for organizer in organizers {
            let rights = try services.rights(in: organizer.number)
            guard rights.contains(Management.Operation.createEvent.requiredRight) else { continue }
            let own = events.filter { $0.organizer == organizer.number }
            let found = try SetupChecklist(of: organizer, own, rights, services)
            if found.done.count > best?.done.count ?? 0 { best = found }
            if found.next == nil { break }
        }
        guard let best else { return nil }
        self = best
    }

    /// - Parameters:
    ///   - events: the events of the organizer.
    ///   - rights: the user's rights in the organizer.
    private init(
        of organizer: Organizer, _ events: [Event], _ rights: Set<Role.Right>, _ services: ManagementServices
    ) throws {
        var done: Set<Step> = [.organizer]
        if !events.isEmpty { done.insert(.event) }
        // Most events have ticket types or sub-events, so the search usually ends at one of the first events. An event
        // with sub-events can be published without a ticket type.
        var withoutTypes: Event?
        for event in events {
            guard try services.ticketTypes.ticketTypes(of: event).isEmpty,
                try services.subEvents.subEvents(of: event).isEmpty
            else {
                done.insert(.tickets)
                break
            }
            withoutTypes = withoutTypes ?? event
        }
        if events.contains(where: { $0.status != .draft }) { done.insert(.publish) }
        let members = try services.members.members(of: organizer).count
        if try members > 1 || !services.members.invitations(to: organizer).isEmpty { done.insert(.team) }
        if try services.gates.hasScan(of: organizer) { done.insert(.scan) }
        self.done = done
        func path(_ operation: Management.Operation, _ path: String) -> String? {
            rights.contains(operation.requiredRight) ? path : nil
        }
        switch Step.allCases.first(where: { !done.contains($0) }) {
        case nil: nextPath = nil
        case .organizer?: nextPath = DeskHomePage.newOrganizerPath
        case .event?: nextPath = path(.createEvent, "\(organizer.deskPath)/new")
        case .tickets?: nextPath = withoutTypes.flatMap { path(.addType, "\($0.deskPath)/new-type") }
        case .publish?: nextPath = events.first.flatMap { path(.publishEvent, $0.deskPath) }
        case .team?: nextPath = path(.manageMembers, "\(organizer.deskPath)/members")
        case .scan?: nextPath = path(.scan, "/gate")
        }
    }

    /// Template values for the list; nil if all steps are done.
    var context: TemplateContext? {
        guard let next else { return nil }
        return TemplateContext([
            "steps_done": .sentence(
                DeskHomeSentence.stepsDone,
                ["done": .number(done.count), "all": .number(Step.allCases.count)]),
            "steps_count": .text("\(done.count)"), "steps_all": .text("\(Step.allCases.count)"),
            "steps": .list(
                Step.allCases.map { step in
                    var context: [String: TemplateContext.Value] = [
                        "step": .text(step.rawValue), "step_title": .sentence(step.title),
                        "step_about": .sentence(step.about),
                    ]
                    if done.contains(step) { context["step_done"] = .section(TemplateContext([:])) }
                    if step == next, let nextPath {
                        context["step_path"] = .text(nextPath)
                        context["step_action"] = .sentence(step.action)
                    }
                    return TemplateContext(context)
                }),
        ])
    }
}
