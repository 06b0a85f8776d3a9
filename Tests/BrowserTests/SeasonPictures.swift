import Drawing
import Foundation
import Pictures
import Ticketing

/// The pictures of `Season`. Each picture is drawn once, and always looks the same. The program’s own decoder prepares
/// the pictures, so they have the same files as uploaded pictures.
enum SeasonPictures {
    typealias Prepared = Result<PreparedPicture, any Error>

    static let lake: Prepared = prepared(.poster, width: 900, height: 1125, drawLake)
    static let boats: Prepared = prepared(.poster, width: 900, height: 1125, drawBoats)
    static let wreath: Prepared = prepared(.poster, width: 900, height: 1125, drawWreath)
    static let moon: Prepared = prepared(.logo, width: 400, height: 400, drawMoon)
    static let arch: Prepared = prepared(.gate, width: 800, height: 600, drawArch)

    private static func prepared(
        _ role: PictureRole, width: Double, height: Double, _ draw: @Sendable (Canvas) -> Void
    ) -> Prepared {
        Result { try PictureDecoder.prepare(Canvas.png(width: width, height: height, scale: 1, draw), as: role) }
    }

    private static func drawLake(_ canvas: Canvas) {
        canvas.fade(from: 0x0B1030, to: 0x4A2F78, rows: 0..<720, width: 900)
        for star in 0..<90 {
            let (x, y) = (Double(star * 197 % 900), Double(star * 331 % 640))
            canvas.disc(x, y, radius: star % 3 == 0 ? 2.4 : 1.4, 0xD8DCF5)
        }
        canvas.disc(720, 150, radius: 62, 0xF6E7B8)
        canvas.firework(270, 290, radius: 200, 0xFFC24B)
        canvas.firework(590, 430, radius: 140, 0xFF6F91)
        canvas.firework(140, 560, radius: 95, 0x7FD8FF)
        canvas.hills(above: 720, height: 70, 0x151436, width: 900)
        canvas.fade(from: 0x2A2454, to: 0x080B20, rows: 720..<1125, width: 900)
        for wave in 0..<24 {
            let (width, y) = (Double(190 - 6 * wave + wave * 37 % 40), Double(738 + 16 * wave))
            canvas.bar(x: 720 - width / 2, y: y, width: width, height: 4, 0xF6E7B8)
            canvas.bar(x: 270 - width / 3, y: y + 6, width: width * 2 / 3, height: 3, 0xB98A4E)
        }
    }

    private static func drawBoats(_ canvas: Canvas) {
        canvas.fade(from: 0xFFE9C2, to: 0xFF8F5A, rows: 0..<640, width: 900)
        canvas.disc(450, 560, radius: 150, 0xFFF3D6)
        canvas.hills(above: 640, height: 60, 0xC76A4C, width: 900)
        canvas.fade(from: 0x2A86A0, to: 0x0B3B57, rows: 640..<1125, width: 900)
        for wave in 0..<70 {
            let (x, y) = (Double(wave * 223 % 940) - 40, Double(660 + wave * 97 % 450))
            canvas.bar(x: x, y: y, width: 40 + y / 12, height: 3, 0x6FB8C9)
        }
        canvas.boat(x: 640, y: 720, size: 150, sail: 0xF7C948)
        canvas.boat(x: 150, y: 800, size: 220, sail: 0xE4572E)
        canvas.boat(x: 430, y: 960, size: 330, sail: 0xFFFFFF)
    }

    private static func drawWreath(_ canvas: Canvas) {
        canvas.fade(from: 0xFFF8F2, to: 0xFBE4E1, rows: 0..<1125, width: 900)
        let colours: [UInt32] = [0xD9798B, 0xF0B7A4, 0xB4536B, 0xF4D8C6]
        for leaf in 0..<60 {
            let angle = Double(leaf) * .pi / 30
            let radius = 318 + Double(leaf * 29 % 70) - 35
            canvas.disc(
                450 + radius * cos(angle), 560 + radius * sin(angle), radius: 24,
                leaf % 2 == 0 ? 0x7D9A7B : 0x5F7F66)
        }
        for flower in 0..<20 {
            let angle = Double(flower) * .pi / 10
            let radius = 318 + Double(flower * 23 % 50) - 25
            canvas.flower(
                450 + radius * cos(angle), 560 + radius * sin(angle), radius: flower % 3 == 0 ? 34 : 24,
                colours[flower % colours.count])
        }
        canvas.ring(405, 560, radius: 92, 0xC69A4B)
        canvas.ring(495, 560, radius: 92, 0xE2BF78)
    }

    private static func drawMoon(_ canvas: Canvas) {
        canvas.fade(from: 0x1B1F4B, to: 0x4A2F78, rows: 0..<400, width: 400)
        canvas.disc(200, 160, radius: 90, 0xF6E7B8)
        for wave in 0..<3 {
            let inset = Double(20 * wave)
            canvas.bar(
                x: 60 + inset, y: 280 + Double(34 * wave), width: 280 - 2 * inset, height: 16, 0x7FD8FF)
        }
    }

    private static func drawArch(_ canvas: Canvas) {
        canvas.fade(from: 0xBFE3F5, to: 0xEAF6FB, rows: 0..<430, width: 800)
        canvas.fade(from: 0x86A66B, to: 0x5C7F4C, rows: 430..<600, width: 800)
        for (x, radius) in [(90.0, 95.0), (215, 70), (600, 75), (715, 100)] {
            canvas.bar(x: x - 12, y: 330, width: 24, height: 150, 0x6B4A32)
            canvas.disc(x, 300, radius: radius, 0x4E7A4B)
        }
        canvas.bar(x: 290, y: 150, width: 220, height: 330, 0xFFFFFF, radius: 110)
        canvas.bar(x: 290, y: 300, width: 220, height: 180, 0xFFFFFF, radius: 0)
        canvas.bar(x: 340, y: 205, width: 120, height: 275, 0xBFD9C4, radius: 60)
        canvas.bar(x: 340, y: 300, width: 120, height: 180, 0xBFD9C4, radius: 0)
        canvas.bar(x: 330, y: 480, width: 140, height: 120, 0xD9C7A3, radius: 0)
    }
}

extension Canvas {
    /// Fills rows with bands whose colours lie between two colours.
    fileprivate func fade(from top: UInt32, to bottom: UInt32, rows: Range<Int>, width: Double) {
        let bands = 24
        let height = Double(rows.count) / Double(bands)
        for band in 0..<bands {
            let share = Double(band) / Double(bands - 1)
            let channels = [16, 8, 0].map { (shift: UInt32) -> UInt32 in
                let (first, last) = (Double(top >> shift & 0xFF), Double(bottom >> shift & 0xFF))
                return UInt32(first + share * (last - first)) << shift
            }
            fill(
                Box(x: 0, y: Double(rows.lowerBound) + height * Double(band), width: width, height: height + 1),
                Colour(channels[0] | channels[1] | channels[2]))
        }
    }

    fileprivate func disc(_ x: Double, _ y: Double, radius: Double, _ colour: UInt32) {
        bar(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, colour, radius: radius)
    }

    /// Fills a box with rounded corners.
    ///
    /// - Parameter radius: The radius of the corners; nil for half of the height.
    fileprivate func bar(
        x: Double, y: Double, width: Double, height: Double, _ colour: UInt32, radius: Double? = nil
    ) {
        fill(Box(x: x, y: y, width: width, height: height), radius: radius ?? height / 2, Colour(colour))
    }

    fileprivate func firework(_ x: Double, _ y: Double, radius: Double, _ colour: UInt32) {
        for ray in 0..<16 {
            let angle = Double(ray) * .pi / 8
            for step in 2...8 {
                let distance = radius * Double(step) / 8
                disc(x + distance * cos(angle), y + distance * sin(angle), radius: 1 + Double(step) * 0.8, colour)
            }
        }
        disc(x, y, radius: 5, 0xFFFFFF)
    }

    /// Fills the hills between the sky and the water.
    ///
    /// - Parameter bottom: The row at which the hills end.
    fileprivate func hills(above bottom: Double, height: Double, _ colour: UInt32, width: Double) {
        for x in stride(from: 0, to: width, by: 3) {
            let rise = height * (1 + 0.5 * sin(x / 110) + 0.3 * sin(x / 43))
            fill(Box(x: x, y: bottom - rise, width: 4, height: rise + 1), Colour(colour))
        }
    }

    /// Draws a boat with a sail.
    ///
    /// - Parameters:
    ///   - x: The left end of the boat.
    ///   - y: The waterline.
    ///   - size: The length of the boat.
    fileprivate func boat(x: Double, y: Double, size: Double, sail: UInt32) {
        bar(x: x, y: y - size * 0.16, width: size, height: size * 0.16, 0x4A2C23, radius: size * 0.08)
        for row in 0..<40 {
            let share = Double(row) / 40
            let top = y - size * (1.2 - share)
            fill(
                Box(x: x + size * 0.5, y: top, width: size * 0.42 * share, height: size / 40 + 1), Colour(sail))
            fill(
                Box(x: x + size * (0.46 - 0.28 * share), y: top, width: size * 0.28 * share, height: size / 40 + 1),
                Colour(sail))
        }
    }

    fileprivate func flower(_ x: Double, _ y: Double, radius: Double, _ colour: UInt32) {
        for petal in 0..<6 {
            let angle = Double(petal) * .pi / 3
            disc(x + radius * cos(angle), y + radius * sin(angle), radius: radius * 0.62, colour)
        }
        disc(x, y, radius: radius * 0.5, 0xF7E3A1)
    }

    fileprivate func ring(_ x: Double, _ y: Double, radius: Double, _ colour: UInt32) {
        for dot in 0..<180 {
            let angle = Double(dot) * .pi / 90
            disc(x + radius * cos(angle), y + radius * sin(angle), radius: 9, colour)
        }
    }
}
