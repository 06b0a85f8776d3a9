import Pictures
import Ticketing

/// A fuzz target that decodes arbitrary bytes as the file of a poster. The decoder may return the files of all
/// variants, return nil for a large picture, or throw an error. It must not crash.
enum PosterReading {
    /// The decoder skips pictures with more pixels than this. Small pictures reveal the same faults as large pictures
    /// in less time.
    private static let mostPixels = 20_000

    static func run(_ bytes: [UInt8]) {
        do {
            _ = try PictureDecoder.prepareSmall(bytes, mostPixels: mostPixels)
        } catch {
            // A `PictureError` is an allowed result. The signature of the decoder allows no other errors.
        }
    }
}
