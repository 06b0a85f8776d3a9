import Drawing

/// The decoded pictures of events, and the pictures of passes. Each picture is decoded and encoded only once, even if
/// many tickets show it. Not thread-safe: create one object for each thread.
public final class TicketPictures {
    private struct Source: Hashable {
        let poster: [UInt8]?
        let logo: [UInt8]?
    }

    private var artworks: [[UInt8]: Artwork] = [:]
    private var passPictures: [Source: [ZipWriter.Entry]] = [:]

    public init() {}

    func artwork(_ file: [UInt8]) throws -> Artwork {
        if let known = artworks[file] { return known }
        let artwork = try Artwork(file)
        artworks[file] = artwork
        return artwork
    }

    /// The pictures of an event's passes. The first call draws these pictures with `draw`. Later calls for an event
    /// with the same poster and logo return the same pictures.
    func passPictures(
        of event: AttendeeEvent, _ draw: () throws -> [ZipWriter.Entry]
    ) throws -> [ZipWriter.Entry] {
        let source = Source(poster: event.poster, logo: event.logo)
        if let known = passPictures[source] { return known }
        let drawn = try draw()
        passPictures[source] = drawn
        return drawn
    }
}
