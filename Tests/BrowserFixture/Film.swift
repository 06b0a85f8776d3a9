import EventFixture
import Foundation
import QRSymbol

/// A video file (YUV4MPEG2) that a browser shows in a loop instead of the camera's picture. A browser opens the file
/// when a page requests the camera, so a changed file takes effect at the next request.
public struct Film: Sendable {
    public let path: String
    let width: Int
    let height: Int
    /// The number of frames per second.
    private let rate = 10

    /// The luminance of the wall, and of the light and dark modules of a symbol.
    static let wallLuminance: UInt8 = 170
    static let lightLuminance: UInt8 = 225
    static let darkLuminance: UInt8 = 40
    /// The width of a symbol’s margin, in modules.
    static let quietModules = 4

    /// One part of a video.
    public enum Scene: Sendable {
        /// An empty wall.
        case nothing(seconds: Double)
        /// A text as a QR symbol that fills half of the frame's height.
        case symbol(String, seconds: Double)
        /// Two texts as QR symbols side by side, each half as high as the frame.
        case symbols(String, String, seconds: Double)
        /// A text as a QR symbol, under a condition that makes the symbol hard to read.
        case hard(String, Condition, seconds: Double)
    }

    /// Creates a video file that shows an empty wall.
    public init(path: String, width: Int = 1280, height: Int = 720) throws {
        self.path = path
        self.width = width
        self.height = height
        try show(.nothing(seconds: 1))
    }

    public func show(_ scenes: Scene...) throws {
        var file = Data("YUV4MPEG2 W\(width) H\(height) F\(rate):1 Ip A1:1 C420jpeg\n".utf8)
        let colours = Data(repeating: 128, count: width * height / 2)
        for scene in scenes {
            // The frames of a scene show these pictures in turn.
            let (pictures, seconds) =
                switch scene {
                case .nothing(let seconds): ([wall], seconds)
                case .symbol(let text, let seconds): ([try picture(of: [text])], seconds)
                case .symbols(let left, let right, let seconds): ([try picture(of: [left, right])], seconds)
                case .hard(let text, let condition, let seconds): (try hardPictures(of: text, in: condition), seconds)
                }
            for index in 0..<max(1, Int(seconds * Double(rate))) {
                file += Data("FRAME\n".utf8)
                file += pictures[index % pictures.count]
                file += colours
            }
        }
        // Replace the file. If a browser is still reading the old file, it can then read that file to its end.
        try file.write(to: URL(filePath: path), options: .atomic)
    }

    private var wall: Data { Data(repeating: Film.wallLuminance, count: width * height) }

    private func picture(of texts: [String]) throws -> Data {
        let quiet = Film.quietModules
        let most = height / 2
        var picture = wall
        for (index, text) in texts.enumerated() {
            let symbol = try QRSymbol(text)
            let side = symbol.modulesPerSide + 2 * quiet
            let scale = most / side
            let middle = width / 2 + (2 * index - (texts.count - 1)) * most / 2
            let (left, top) = (middle - side * scale / 2, (height - side * scale) / 2)
            for y in 0..<side * scale {
                for x in 0..<side * scale {
                    let isDark = symbol.isDark(row: y / scale - quiet, column: x / scale - quiet)
                    picture[(top + y) * width + left + x] = isDark ? Film.darkLuminance : Film.lightLuminance
                }
            }
        }
        return picture
    }
}
