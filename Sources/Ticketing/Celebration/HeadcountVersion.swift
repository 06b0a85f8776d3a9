/// A frozen version of a celebration's headcount. Later answers of guests do not change its numbers.
public struct HeadcountVersion: Hashable, Sendable {
    /// The maximum number of versions of one event.
    public static let most = 500

    public let event: EventNumber
    /// The number of the version in its event, counted from 1 without gaps.
    public let number: Int
    public let frozenAt: Instant
    public let frozenBy: UserID
    /// The current name of the user who froze the headcount; nil if it was not read.
    public let userName: String?
    /// The organizer's note; nil if the organizer wrote no note.
    public let note: String?
    /// The SHA-256 digest of the stored numbers, 32 bytes.
    public let digest: [UInt8]

    public init(
        event: EventNumber, number: Int, frozenAt: Instant, frozenBy: UserID, userName: String?, note: String?,
        digest: [UInt8]
    ) {
        self.event = event
        self.number = number
        self.frozenAt = frozenAt
        self.frozenBy = frozenBy
        self.userName = userName
        self.note = note
        self.digest = digest
    }
}

/// A version together with its numbers.
public struct FrozenHeadcount: Hashable, Sendable {
    public let version: HeadcountVersion
    public let numbers: CelebrationHeadcount

    public init(version: HeadcountVersion, numbers: CelebrationHeadcount) {
        self.version = version
        self.numbers = numbers
    }
}

/// One number that differs between two headcounts.
public struct HeadcountDifference: Hashable, Sendable {
    /// The figure that differs, such as the number of children.
    public enum Figure: Hashable, Sendable {
        case people, attending, companions, children, maybe, silent
        /// The people with one meal; nil for the people without a meal.
        case meal(String?)
        /// The people with one allergy.
        case allergy(String)
        /// The people who may come: guests and described companions.
        case mayCome
        /// The people with one meal, among the people who may come; nil for the people without a meal.
        case mealOfPossible(String?)
        /// The people with one allergy, among the people who may come.
        case allergyOfPossible(String)
    }

    /// The number of the sub-event.
    public let subEvent: Int
    /// The name of the sub-event in the later headcount, or in the earlier headcount if the later one does not contain
    /// the sub-event.
    public let name: String
    public let figure: Figure
    public let before: Int
    public let after: Int

    public init(subEvent: Int, name: String, figure: Figure, before: Int, after: Int) {
        self.subEvent = subEvent
        self.name = name
        self.figure = figure
        self.before = before
        self.after = after
    }
}

extension CelebrationHeadcount {
    /// The numbers that differ from an earlier headcount, sorted by sub-event. Within a sub-event, the numbers of
    /// people come first. The meals, the allergies, and the people who may come follow. A sub-event that one of the
    /// headcounts does not contain counts as a sub-event with only zeros. The people who may come are compared only if
    /// both headcounts contain their number. An earlier version of the program stored headcounts without this number.
    public func differences(from earlier: CelebrationHeadcount) -> [HeadcountDifference] {
        let (old, new) = (earlier.byNumber, byNumber)
        return Set(old.keys).union(new.keys).sorted().flatMap { number -> [HeadcountDifference] in
            let bothKnown = [old[number], new[number]].allSatisfy { $0.map { $0.mayCome != nil } ?? true }
            let before = old[number].map { $0.figures(possible: bothKnown ? $0.mayCome : nil) } ?? [:]
            let after = new[number].map { $0.figures(possible: bothKnown ? $0.mayCome : nil) } ?? [:]
            let name = new[number]?.name ?? old[number]?.name ?? ""
            return Set(before.keys).union(after.keys).sorted().compactMap { key in
                let counts = (before: before[key]?.count ?? 0, after: after[key]?.count ?? 0)
                guard counts.before != counts.after, let figure = (after[key] ?? before[key])?.figure else {
                    return nil
                }
                return HeadcountDifference(
                    subEvent: number, name: name, figure: figure, before: counts.before, after: counts.after)
            }
        }
    }

    private var byNumber: [Int: SubEventHeadcount] {
        Dictionary(subEvents.map { ($0.number, $0) }) { first, _ in first }
    }
}

/// Identifies a figure within a sub-event, and determines the order of the figures. Meals and allergies that differ
/// only in case or accents have the same key.
private struct FigureKey: Hashable, Comparable {
    let rank: Int
    var text = ""

    static func < (a: FigureKey, b: FigureKey) -> Bool { (a.rank, a.text) < (b.rank, b.text) }
}

private typealias CountedFigure = (figure: HeadcountDifference.Figure, count: Int)

extension SubEventHeadcount {
    /// All figures of the sub-event, with their numbers of people.
    ///
    /// - Parameter possible: the people who may come; nil to leave them out.
    fileprivate func figures(possible: PossiblePeople?) -> [FigureKey: CountedFigure] {
        let sums: [CountedFigure] = [
            (.people, people), (.attending, attending), (.companions, companions), (.children, children),
            (.maybe, maybe), (.silent, silent),
        ]
        var counts = FigureCounts()
        for sum in sums { counts.add(sum) }
        counts.add(meals) { .meal($0) }
        counts.add(allergies) { .allergy($0) }
        if let possible {
            counts.add((.mayCome, possible.people))
            counts.add(possible.meals) { .mealOfPossible($0) }
            counts.add(possible.allergies) { .allergyOfPossible($0) }
        }
        return counts.figures
    }
}

private struct FigureCounts {
    private(set) var figures: [FigureKey: CountedFigure] = [:]
    private var rank = 0

    mutating func add(_ sum: CountedFigure) {
        figures[FigureKey(rank: rank)] = sum
        rank += 1
    }

    /// The people without a meal come last.
    mutating func add(_ meals: [MealCount], _ figure: (String?) -> HeadcountDifference.Figure) {
        for meal in meals {
            let key = meal.meal.map { FigureKey(rank: rank, text: $0.folded) } ?? FigureKey(rank: rank + 1)
            figures[key] = (figure(meal.meal), meal.people)
        }
        rank += 2
    }

    mutating func add(_ people: [PersonWithAllergy], _ figure: (String) -> HeadcountDifference.Figure) {
        for person in people {
            let key = FigureKey(rank: rank, text: person.allergy.folded)
            let former = figures[key]
            figures[key] = (former?.figure ?? figure(person.allergy), (former?.count ?? 0) + 1)
        }
        rank += 1
    }
}
