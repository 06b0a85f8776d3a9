/// Finds a thing by its number, its slug, or an unambiguous beginning of either. A whole slug or number wins over
/// beginnings, and a number over a slug: an old slug may be digits alone.
///
/// - Parameters:
///   - isPreferred: things for which a beginning may stand although it is the beginning of others, too.
///   - candidate: how an error names one of several things; nil is the slug.
/// - Throws: `ManagementError.ambiguous`; whatever `unknown` makes of the slugs there are.
func named<Thing>(
    _ name: String, among things: [Thing], number: (Thing) -> String, slug: (Thing) -> String,
    isPreferred: (Thing) -> Bool = { _ in true }, candidate: ((Thing) -> String)? = nil,
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
        throw ManagementError.ambiguous(name, candidates: candidates.map { candidate?($0) ?? slug($0) }.sorted())
    }
    return found
}

/// Makes a thing with a random number and a free slug: tries until the store takes one.
///
/// - Parameter insert: false when the number or the slug is taken.
func insertingUnique<Thing>(slug: String, make: (String) -> Thing, insert: (Thing) throws -> Bool) throws -> Thing {
    for attempt in 1...1000 {
        let thing = make(attempt == 1 ? slug : "\(slug)-\(attempt)")
        if try insert(thing) { return thing }
    }
    throw ManagementError.nameTaken(slug)
}
