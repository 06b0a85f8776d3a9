/// The rule by which guests share ticket codes. A code identifies a ticket, and a ticket can admit several guests.
public enum CodeSharing: String, Hashable, Sendable, CaseIterable {
    /// One code for each household. Each guest without a household gets a separate code.
    case household
    /// One code for each guest together with their companions.
    case guest
}

/// Assigns guests to ticket codes.
public enum GuestCodeGrouping {
    /// Groups guests so that each group gets one code. The order of the guests is kept, and companions stay in the
    /// group of their guest. A code admits at most 16 people, so a larger household gets several codes.
    ///
    /// - Parameter guests: the guests, each with at most 15 companions.
    public static func groups(of guests: [Guest], sharing: CodeSharing) -> [[Guest]] {
        guard sharing == .household else { return guests.map { [$0] } }
        var groups: [[Guest]] = []
        // For each household, the index of its latest group in `groups`. The code of this group can possibly admit more
        // people.
        var open: [Int: Int] = [:]
        for guest in guests {
            guard let household = guest.household else {
                groups.append([guest])
                continue
            }
            if let index = open[household],
                groups[index].map(\.people).reduce(guest.people, +) <= Int(Admits.most)
            {
                groups[index].append(guest)
            } else {
                open[household] = groups.count
                groups.append([guest])
            }
        }
        return groups
    }

    /// Splits the guests of one code into two lists. The code can still admit the guests in `together` with all their
    /// companions. The guests in `apart` need another code. Both lists keep the order of the guests.
    public static func split(_ guests: [Guest]) -> (together: [Guest], apart: [Guest]) {
        var together: [Guest] = []
        var apart: [Guest] = []
        for guest in guests {
            if together.map(\.people).reduce(guest.people, +) <= Int(Admits.most) {
                together.append(guest)
            } else {
                apart.append(guest)
            }
        }
        return (together, apart)
    }

    /// The number of people that a code for these guests admits.
    public static func admits(_ guests: [Guest]) -> Admits {
        let people = guests.map(\.people).reduce(0, +)
        return Admits(rawValue: UInt8(clamping: min(max(people, 1), Int(Admits.most)))) ?? .one
    }
}
