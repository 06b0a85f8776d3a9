/// The guests of one name, where there are many: finds those that a row may be about without a walk through all.
///
/// Guests who are in a row already are taken. They are passed over for good as they are met, so that a list of as many
/// namesakes as one likes costs a few steps a row.
struct Namesakes {
    /// As many as a fault names, and one more.
    private static let enough = 6

    /// Why a guest may be meant.
    private enum Kinship: Hashable {
        case email(String)
        case household(Int, hasEmail: Bool)
        /// What is known of a guest beside the name: what is not known can't speak against a row.
        case known(email: Bool, household: Bool)

        static func all(_ email: String?, _ household: Int?) -> [Kinship] {
            [.known(email: email != nil, household: household != nil)]
                + (email.map { [.email($0)] } ?? [])
                + (household.map { [.household($0, hasEmail: email != nil)] } ?? [])
        }
    }

    private struct Former: Hashable {
        let number: Int
        let kinship: Kinship
    }

    private var chains: [Kinship: Chain] = [:]
    /// What guests were known by before a row changed it.
    private var former: Set<Former> = []

    mutating func add(_ number: Int, email: String?, household: Int?) {
        for kinship in Kinship.all(email, household) { chains[kinship, default: Chain()].append(number) }
    }

    /// Forgets a guest whom a row gave another name.
    mutating func remove(_ number: Int, email: String?, household: Int?) {
        for kinship in Kinship.all(email, household) { former.insert(Former(number: number, kinship: kinship)) }
    }

    /// Follows a guest whom a row gave another e-mail or household.
    mutating func move(
        _ number: Int, from old: (email: String?, household: Int?), to new: (email: String?, household: Int?)
    ) {
        let (before, after) = (Kinship.all(old.email, old.household), Kinship.all(new.email, new.household))
        for kinship in before where !after.contains(kinship) { former.insert(Former(number: number, kinship: kinship)) }
        for kinship in after where !before.contains(kinship) {
            chains[kinship, default: Chain()].append(number)
            former.remove(Former(number: number, kinship: kinship))
        }
    }

    /// The numbers of those that a row with this e-mail and household may be about: those who share either; when there
    /// are none, some of each kind. Of many that are free some, of those that are taken one.
    mutating func candidates(email: String?, household: Int?, isFree: (Int) -> Bool) -> [Int] {
        var closest: [Kinship] = []
        if let email { closest.append(.email(email)) }
        if let household { closest.append(.household(household, hasEmail: false)) }
        if let household, email == nil { closest.append(.household(household, hasEmail: true)) }
        let found = numbers(of: closest, isFree)
        guard found.isEmpty else { return found }
        return numbers(
            of: [true, false].flatMap { email in
                [true, false].map { .known(email: email, household: $0) }
            }, isFree)
    }

    private mutating func numbers(of kinships: [Kinship], _ isFree: (Int) -> Bool) -> [Int] {
        var numbers: [Int] = []
        for kinship in kinships {
            numbers +=
                chains[kinship]?.first(Namesakes.enough, isFree) { [former] number in
                    former.contains(Former(number: number, kinship: kinship))
                } ?? []
        }
        return Set(numbers).sorted()
    }
}

/// Guests of one kinship: the free ones, and one of those that are taken.
private struct Chain {
    private var numbers: [Int32] = []
    private var start = 0
    private var taken: Int32?

    mutating func append(_ number: Int) { numbers.append(Int32(clamping: number)) }

    /// The first that are free, at most so many; without any, one that is taken.
    mutating func first(_ most: Int, _ isFree: (Int) -> Bool, isGone: (Int) -> Bool) -> [Int] {
        if let last = taken, isGone(Int(last)) { taken = nil }
        var free: [Int32] = []
        var index = start
        while index < numbers.count, free.count < most {
            let number = numbers[index]
            index += 1
            if isFree(Int(number)) { free.append(number) } else if !isGone(Int(number)) { taken = number }
        }
        // What was walked over is not walked over again, but for the free ones.
        start = index - free.count
        numbers.replaceSubrange(start..<index, with: free)
        return free.isEmpty ? taken.map { [Int($0)] } ?? [] : free.map { Int($0) }
    }
}
