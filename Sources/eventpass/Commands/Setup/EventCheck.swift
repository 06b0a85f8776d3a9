import Languages
import Management
import Presentation
import Store
import Ticketing

/// The checks of `eventpass doctor --event`: the event, its tickets and its gate packs. The program does not know when
/// a backup was made or a paper list was printed, so it does not check backups and paper lists.
struct EventCheck {
    /// The maximum number of gate packs that a warning names.
    private static let mostPacks = 5

    private let event: Event
    private let people: Int
    private let devices: [GateDevices.GateDevice]
    private let now: Instant

    /// - Parameter name: the event's number or slug, or an unambiguous beginning of either.
    init(_ folder: DataFolder, named name: String, at now: Instant) throws {
        let store = try folder.openStore()
        let event = try folder.signIn(to: store).events.event(named: name, among: .publishedFirst)
        (people, devices) = try store.read { connection in
            (try connection.events.people(at: event.number), try connection.gateDevices.all(of: event.number))
        }
        self.event = event
        self.now = now
    }

    /// Whether the event is published, and whether its doors open within a day.
    ///
    /// - Throws: `CommandFailure` if gates cannot admit anybody to the event.
    func time() throws -> DoctorFinding {
        let slug = SentenceArgument.text(event.slug)
        switch event.phase(at: now) {
        case .draft:
            throw CommandFailure(.trouble, Text.draft, hint: Sentence(Text.draftHint, ["event": slug]))
        case .cancelled: throw CommandFailure(.trouble, Text.cancelled, hint: Sentence(Text.cancelledHint))
        case .completed: return EventCheck.warning(.over, [:], .overHint, ["event": slug])
        case .ongoing: return DoctorFinding(text: "\(event.slug), \(event.details.title): has begun")
        case .published: break
        }
        guard let doors = event.details.doors ?? event.details.start else {
            return EventCheck.warning(.noTime, [:], .noTimeHint, ["event": slug])
        }
        guard doors > now else {
            return DoctorFinding(text: "\(event.slug), \(event.details.title): the doors are open")
        }
        let left = doors.milliseconds - now.milliseconds
        let duration = ApproximateDuration(milliseconds: left, rounds: true).text(in: .ofCommandLine)
        guard left <= EarlyGate.notice else {
            return EventCheck.warning(.early, ["time": .text(duration)], .earlyHint, ["event": slug])
        }
        return DoctorFinding(text: "\(event.slug), \(event.details.title): doors in \(duration)")
    }

    func tickets() -> DoctorFinding {
        guard people > 0 else {
            return EventCheck.warning(.noTickets, [:], .noTicketsHint, ["event": .text(event.slug)])
        }
        return DoctorFinding(text: "for \(people) \(people == 1 ? "person" : "people")")
    }

    /// Whether the gate packs of the event are recent. The age of a pack counts from its creation or its last refresh.
    func packs() -> DoctorFinding {
        guard !devices.isEmpty else { return DoctorFinding(text: "no gate packs; gates need the store") }
        let old = devices.filter { device in
            device.expires <= now || now.milliseconds - device.made.milliseconds >= GatePackAge.refreshAge
        }
        guard !old.isEmpty else {
            return DoctorFinding(text: "\(devices.count) \(devices.count == 1 ? "pack" : "packs"), less than a day old")
        }
        let names = old.prefix(EventCheck.mostPacks).map { device in
            let age = ApproximateDuration(milliseconds: now.milliseconds - device.made.milliseconds)
            return Sentence(
                device.expires <= now ? Text.expiredPack : .oldPack,
                [
                    "name": .text(device.name), "number": "\(device.number)",
                    "age": .text(age.text(in: .ofCommandLine)),
                ])
        }
        let list = Sentence.list(names, separator: "; ")
        return EventCheck.warning(
            .oldPacks, ["count": .number(old.count), "packs": .sentence(list)], .oldPacksHint,
            ["event": .text(event.slug)])
    }

    private static func warning(
        _ text: Text, _ arguments: [String: SentenceArgument], _ hint: Text, _ hintArguments: [String: SentenceArgument]
    ) -> DoctorFinding {
        DoctorFinding(
            text: Language.ofCommandLine.text(text, arguments),
            warningHint: Language.ofCommandLine.text(hint, hintArguments))
    }

    enum Text: String, SentenceKey {
        static let subject = "eventCheck"

        case draft = "the event is a draft"
        case draftHint = "publish it with: eventpass event publish {event}"
        case cancelled = "the event is cancelled"
        case cancelledHint = "name another event with --event"
        case over = "the event is over"
        case overHint = "check its date with: eventpass event show {event}"
        case noTime = "the event has no start"
        case noTimeHint = "set the start with: eventpass event edit {event} --start TIME"
        case early = "the doors open in {time}"
        case earlyHint =
            "check the date with: eventpass event show {event}; practise with: eventpass gate run {event} --gate NAME --rehearse"
        case noTickets = "the event has no active tickets"
        case noTicketsHint = "issue tickets with: eventpass ticket issue {event}"
        case oldPacks =
            "{count} pack has expired or is at least a day old: {packs}|{count} packs have expired or are at least a day old: {packs}"
        case oldPack = "{name}, number {number}, is {age} old"
        case expiredPack = "{name}, number {number}, has expired"
        case oldPacksHint =
            "refresh a pack that will be used with: eventpass gate refresh FILE --from {event}; ignore packs that will not be used"
    }
}
