/// The headcount of a celebration: the numbers of people and meals, for the caterer. The number of people includes only
/// people who have said that they come. People who may come, and guests who have not answered, are counted separately.
public struct CelebrationHeadcount: Hashable, Sendable, Codable {
    /// The sub-events, sorted by number.
    public var subEvents: [SubEventHeadcount]

    public init(subEvents: [SubEventHeadcount]) { self.subEvents = subEvents }

    /// This headcount without the names of guests, companions and households. The allergies stay.
    public var withoutNames: CelebrationHeadcount {
        var numbers = self
        for index in numbers.subEvents.indices {
            numbers.subEvents[index].allergies = numbers.subEvents[index].allergies.map(\.withoutName)
            if let possible = numbers.subEvents[index].mayCome {
                numbers.subEvents[index].mayCome?.allergies = possible.allergies.map(\.withoutName)
            }
        }
        return numbers
    }

    // Frozen headcounts are stored as JSON with these keys, so the keys must not change.
    enum CodingKeys: String, CodingKey { case subEvents = "sub_events" }
}

/// The headcount of one sub-event.
public struct SubEventHeadcount: Hashable, Sendable, Codable {
    /// The number of the sub-event.
    public let number: Int
    public let name: String
    /// The number of guests who attend.
    public private(set) var attending = 0
    /// The number of companions whom the attending guests have announced.
    public private(set) var companions = 0
    /// The number of the announced companions who are described as children.
    public private(set) var children = 0
    /// The number of guests who may come.
    public private(set) var maybe = 0
    /// The number of guests who have not answered.
    public private(set) var silent = 0
    /// The number of people for each meal, sorted by meal. The last element, with the meal nil, counts the people
    /// without a meal. If everybody has chosen a meal, this element is missing.
    public private(set) var meals: [MealCount] = []
    /// The people with an allergy, in the order of the guest list.
    public var allergies: [PersonWithAllergy] = []
    /// The people who may come. Nil in headcounts that were frozen before the program counted these people.
    public var mayCome: PossiblePeople?

    /// The number of guests and companions who come.
    public var people: Int { attending + companions }

    /// Counts the answers to the invitations to a sub-event.
    ///
    /// - Parameter answers: the answers, in the order of the guest list.
    public init(_ subEvent: SubEvent, _ answers: [AnswerForHeadcount]) {
        number = subEvent.number
        name = subEvent.name
        var coming = PeopleCounter()
        var possible = PeopleCounter()
        for answer in answers {
            switch answer.reply {
            case .none: silent += 1
            case .maybe:
                maybe += 1
                possible.add(answer, described: answer.companions, others: 0)
            case .declined: continue
            case .attending(let count):
                // The guest may have described more than `count` companions. The companions with the highest numbers
                // do not come.
                let described = answer.companions.filter { $0.number <= count }
                attending += 1
                companions += count
                children += described.count { $0.isChild }
                coming.add(answer, described: described, others: max(0, count - described.count))
            }
        }
        meals = coming.meals.counts
        allergies = coming.allergies
        mayCome = PossiblePeople(
            people: possible.people, meals: possible.meals.counts, allergies: possible.allergies)
    }

    // Frozen headcounts are stored as JSON with these keys, so the keys must not change.
    enum CodingKeys: String, CodingKey {
        case number, name, attending, companions, children, maybe, silent, meals, allergies
        case mayCome = "may_come"
    }
}

/// The people who may come to a sub-event: the guests with the answer “maybe”, and all companions whom they have
/// described. The answer “maybe” does not contain a number of companions.
public struct PossiblePeople: Hashable, Sendable, Codable {
    /// The number of guests and described companions.
    public let people: Int
    /// The number of people for each meal, sorted like `SubEventHeadcount.meals`.
    public let meals: [MealCount]
    /// The people with an allergy, in the order of the guest list.
    public var allergies: [PersonWithAllergy]

    public init(people: Int, meals: [MealCount], allergies: [PersonWithAllergy]) {
        self.people = people
        self.meals = meals
        self.allergies = allergies
    }

    // Frozen headcounts are stored as JSON with these keys, so the keys must not change.
    enum CodingKeys: String, CodingKey { case people, meals, allergies }
}

/// The number of people for one meal.
public struct MealCount: Hashable, Sendable, Codable {
    /// The meal; nil for people without a meal.
    public let meal: String?
    public let people: Int

    public init(meal: String?, people: Int) {
        self.meal = meal
        self.people = people
    }
}

/// A person with an allergy who comes, or may come, to a sub-event.
public struct PersonWithAllergy: Hashable, Sendable, Codable {
    /// The person's name. Nil for a companion without a name, and for a reader who may not see the names of guests.
    public let name: String?
    /// The guest who brings the person; nil if the person is a guest.
    public let broughtBy: String?
    public let household: String?
    public let allergy: String

    public init(name: String? = nil, broughtBy: String? = nil, household: String? = nil, allergy: String) {
        self.name = name
        self.broughtBy = broughtBy
        self.household = household
        self.allergy = allergy
    }

    fileprivate var withoutName: PersonWithAllergy { PersonWithAllergy(allergy: allergy) }

    enum CodingKeys: String, CodingKey { case name, broughtBy = "brought_by", household, allergy }
}

/// A guest's answer to one invitation, with all data from which the headcount is computed.
public struct AnswerForHeadcount: Sendable {
    public let name: String
    public let household: String?
    public let meal: String?
    public let allergy: String?
    public let reply: InvitationReply
    /// The companions whom the guest has described, sorted by number.
    public var companions: [Companion]

    public init(
        name: String, household: String?, meal: String?, allergy: String?, reply: InvitationReply,
        companions: [Companion] = []
    ) {
        self.name = name
        self.household = household
        self.meal = meal
        self.allergy = allergy
        self.reply = reply
        self.companions = companions
    }
}

/// Counts people, with their meals and allergies.
private struct PeopleCounter {
    private(set) var people = 0
    private(set) var meals = MealCounter()
    private(set) var allergies: [PersonWithAllergy] = []

    /// Adds a guest with companions.
    ///
    /// - Parameters:
    ///   - described: the companions whom the guest has described.
    ///   - others: the number of further companions.
    mutating func add(_ answer: AnswerForHeadcount, described: [Companion], others: Int) {
        people += 1 + described.count + others
        meals.add(answer.meal)
        for companion in described { meals.add(companion.meal) }
        for _ in 0..<others { meals.add(nil) }
        if let allergy = answer.allergy {
            allergies.append(PersonWithAllergy(name: answer.name, household: answer.household, allergy: allergy))
        }
        for companion in described {
            guard let allergy = companion.allergy else { continue }
            allergies.append(
                PersonWithAllergy(
                    name: companion.name, broughtBy: answer.name, household: answer.household, allergy: allergy))
        }
    }
}

/// Counts people by meal. Meals that differ only in case or accents count as one meal, with the spelling that comes
/// first in the guest list.
private struct MealCounter {
    private var spellings: [String: String] = [:]
    private var people: [String: Int] = [:]
    private var withoutMeal = 0

    mutating func add(_ meal: String?) {
        guard let meal else {
            withoutMeal += 1
            return
        }
        let key = meal.folded
        if spellings[key] == nil { spellings[key] = meal }
        people[key, default: 0] += 1
    }

    var counts: [MealCount] {
        let chosen = people.sorted { $0.key < $1.key }.map { MealCount(meal: spellings[$0.key], people: $0.value) }
        return chosen + (withoutMeal > 0 ? [MealCount(meal: nil, people: withoutMeal)] : [])
    }
}
