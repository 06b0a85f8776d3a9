import Languages

/// The kinds of objects that people name. The raw values are the names of the arguments of commands.
public enum NamedKind: String, Hashable, Sendable {
    case event, organizer, user, guest
    case ticketType = "type"
    case subEvent = "sub-event"
}

/// Finds a value, such as an event, by its number, its slug (the name in its URL), or an unambiguous prefix of the
/// number or slug. An exact match wins over a match of a prefix. Old slugs can consist of digits alone. So if the name
/// is the number of one value and the slug of another value, the number wins.
///
/// - Parameters:
///   - isPreferred: returns whether a value wins over others if a prefix matches several values.
///   - candidate: returns the text that stands for a value when an error lists all matches; nil to list the slugs.
/// - Throws: `ManagementError.ambiguous` for several matches; the error that `unknown` makes from all slugs if nothing
///   matches.
func findByNumberOrSlug<Thing>(
    _ kind: NamedKind, named name: String, among things: [Thing], number: (Thing) -> String, slug: (Thing) -> String,
    isPreferred: (Thing) -> Bool = { _ in true }, candidate: ((Thing) -> Sentence)? = nil,
    unknown: ([String]) -> ManagementError
) throws -> Thing {
    let folded = name.lowercased()
    if let exact = things.first(where: { number($0) == folded }) ?? things.first(where: { slug($0) == folded }) {
        return exact
    }
    let all = things.filter { !folded.isEmpty && (number($0).hasPrefix(folded) || slug($0).hasPrefix(folded)) }
    let preferred = all.filter(isPreferred)
    let candidates = preferred.isEmpty ? all : preferred
    guard let found = candidates.first else { throw unknown(things.map(slug).sorted()) }
    guard candidates.count == 1 else {
        throw ManagementError.ambiguous(
            kind, name,
            candidates: candidates.map { candidate?($0) ?? .verbatim(slug($0)) }.sorted { $0.english < $1.english })
    }
    return found
}

/// Inserts a value with a unique slug. Tries slugs with the suffixes -2, -3 and so on until the insertion succeeds.
///
/// - Parameter insert: inserts a value. Returns false if the number or the slug is already in use.
/// - Throws: `ManagementError.nameTaken` if 1,000 slugs are in use; any error that `insert` throws.
func insertWithUniqueSlug<Thing>(slug: String, make: (String) -> Thing, insert: (Thing) throws -> Bool) throws -> Thing
{
    for attempt in 1...1000 {
        let thing = make(attempt == 1 ? slug : "\(slug)-\(attempt)")
        if try insert(thing) { return thing }
    }
    throw ManagementError.nameTaken(slug)
}
