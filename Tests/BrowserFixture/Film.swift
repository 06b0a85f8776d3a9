import EventFixture
import Foundation
import QRSymbol

/// What the camera of a browser sees: a film in a file (YUV4MPEG2), which runs round and round. A browser opens it when a
/// page asks for the camera: what is shown afterwards is seen when a page asks again.
public struct Film: Sendable {
    public let path: String
    private let width: Int
    private let height: Int
    /// Pictures a second.
    private let rate = 10

    /// One part of a film.
    public enum Scene: Sendable {
        /// A wall.
        case nothing(seconds: Double)
        /// A text as a symbol that fills half of the picture's height.
        case symbol(String, seconds: Double)
        /// Two texts, each as such a symbol, beside each other.
        case symbols(String, String, seconds: Double)
    }

    /// - Parameter path: of a file that it makes.
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
            let (picture, seconds) =
                switch scene {
                case .nothing(let seconds): (wall, seconds)
                case .symbol(let text, let seconds): (try picture(of: [text]), seconds)
                case .symbols(let left, let right, let seconds): (try picture(of: [left, right]), seconds)
                }
            for _ in 0..<max(1, Int(seconds * Double(rate))) {
                file += Data("FRAME\n".utf8)
                file += picture
                file += colours
            }
        }
        // Whoever reads the old one reads it to its end.
        try file.write(to: URL(filePath: path), options: .atomic)
    }

    private var wall: Data { Data(repeating: 170, count: width * height) }

    private func picture(of texts: [String]) throws -> Data {
        let quiet = 4
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
                    picture[(top + y) * width + left + x] = isDark ? 40 : 225
                }
            }
        }
        return picture
    }
}
