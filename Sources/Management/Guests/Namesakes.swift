/// An index of many guests with the same name. It finds the guests that a row of a guest list possibly matches, without
/// a search through all of them.
///
/// A guest is matched if an earlier row of the list was assigned to the guest. When a search encounters matched guests,
/// it removes them from the index. So a search takes few steps, even if very many guests have the name.
struct Namesakes {
    /// The maximum number of candidates for each key: one more than the number of guests that an error message lists.
    private static let maximumCandidates = 6

    /// A key of the index. A search finds guests by several keys, which are made from the row's address and household.
    private enum MatchKey: Hashable {
        case email(String)
        case household(Int, hasEmail: Bool)
        /// One of four keys, for the guests who have an e-mail address (`email`) or none, and a household (`household`)
        /// or none. A search uses these keys only if the other keys find no guest. A guest without an address possibly
        /// matches a row with any address. A guest without a household possibly matches a row with any household.
        case known(email: Bool, household: Bool)

        static func all(_ email: String?, _ household: Int?) -> [MatchKey] {
            [.known(email: email != nil, household: household != nil)]
                + (email.map { [.email($0)] } ?? [])
                + (household.map { [.household($0, hasEmail: email != nil)] } ?? [])
        }
    }

    private struct FormerMatch: Hashable {
        let number: Int
        let matchKey: MatchKey
    }

    private var queues: [MatchKey: GuestQueue] = [:]
    /// The outdated entries of the queues: pairs of a guest and a key that the guest no longer has, because a row has
    /// changed or renamed the guest.
    private var former: Set<FormerMatch> = []

    mutating func add(_ number: Int, email: String?, household: Int?) {
        for matchKey in MatchKey.all(email, household) { queues[matchKey, default: GuestQueue()].append(number) }
    }

    /// Removes a guest from the index after a row has changed the guest's name.
    mutating func remove(_ number: Int, email: String?, household: Int?) {
        for matchKey in MatchKey.all(email, household) {
            former.insert(FormerMatch(number: number, matchKey: matchKey))
        }
    }

    /// Updates the index after a row has changed a guest's e-mail address or household.
    mutating func update(
        _ number: Int, from old: (email: String?, household: Int?), to new: (email: String?, household: Int?)
    ) {
        let (before, after) = (MatchKey.all(old.email, old.household), MatchKey.all(new.email, new.household))
        for matchKey in before where !after.contains(matchKey) {
            former.insert(FormerMatch(number: number, matchKey: matchKey))
        }
        for matchKey in after where !before.contains(matchKey) {
            queues[matchKey, default: GuestQueue()].append(number)
            former.remove(FormerMatch(number: number, matchKey: matchKey))
        }
    }

    /// The numbers of guests that a row with this e-mail address and household possibly matches: guests with the same
    /// address, and guests of the same household. If the row has an address, guests of the household who have a
    /// different address are left out. If no guest is found in this way, the search considers all guests in the index.
    /// For each key, the result contains the first unmatched guests, or one matched guest if there is no unmatched
    /// guest.
    mutating func candidates(email: String?, household: Int?, isFree: (Int) -> Bool) -> [Int] {
        var closest: [MatchKey] = []
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

    private mutating func numbers(of matchKeys: [MatchKey], _ isFree: (Int) -> Bool) -> [Int] {
        var numbers: [Int] = []
        for matchKey in matchKeys {
            numbers +=
                queues[matchKey]?.first(Namesakes.maximumCandidates, isFree) { [former] number in
                    former.contains(FormerMatch(number: number, matchKey: matchKey))
                } ?? []
        }
        return Set(numbers).sorted()
    }
}

/// The guests under one key: the unmatched guests, and one of the matched guests.
private struct GuestQueue {
    private var numbers: [Int32] = []
    private var start = 0
    private var lastMatched: Int32?

    mutating func append(_ number: Int) { numbers.append(Int32(clamping: number)) }

    /// The first unmatched guests, at most `most`. If no guest is unmatched, the result is one matched guest.
    mutating func first(_ most: Int, _ isFree: (Int) -> Bool, isGone: (Int) -> Bool) -> [Int] {
        if let last = lastMatched, isGone(Int(last)) { lastMatched = nil }
        var free: [Int32] = []
        var index = start
        while index < numbers.count, free.count < most {
            let number = numbers[index]
            index += 1
            if isFree(Int(number)) { free.append(number) } else if !isGone(Int(number)) { lastMatched = number }
        }
        // The next search begins with the unmatched guests, and skips the matched guests that this search saw.
        start = index - free.count
        numbers.replaceSubrange(start..<index, with: free)
        return free.isEmpty ? lastMatched.map { [Int($0)] } ?? [] : free.map { Int($0) }
    }
}
