import EventFixture
import Pictures
import Testing
import Ticketing

@Suite("Posters and logos are checked, turned, resized and encoded again")
struct PictureDecoderTests {
    /// Whether red, green and blue of two colours each differ by at most 12 of 255.
    private func isNear(_ colour: [UInt8]?, _ expected: [UInt8]) -> Bool {
        guard let colour, colour.count == 3 else { return false }
        return zip(colour, expected).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
    }

    @Test("JPEG, PNG and WebP become a JPEG and a WebP of each width, with the colours of the picture")
    func formats() throws {
        let sample = SamplePicture(width: 1300, height: 1600)
        for file in [sample.jpeg, sample.png, sample.webp] {
            let picture = try PictureDecoder.prepare(file, as: .poster)
            #expect(picture.width == 1200 && picture.height == 1477)
            for (variant, bytes) in picture.variants {
                let size = try #require(SamplePicture.size(of: bytes))
                #expect(size.width == variant.width.rawValue)
                guard variant.width != .placeholder else {
                    #expect(bytes.count < 1500)
                    continue
                }
                #expect(isNear(SamplePicture.colour(of: bytes, x: 0.25, y: 0.25), SamplePicture.red))
                #expect(isNear(SamplePicture.colour(of: bytes, x: 0.75, y: 0.25), SamplePicture.green))
                #expect(isNear(SamplePicture.colour(of: bytes, x: 0.25, y: 0.75), SamplePicture.blue))
                #expect(isNear(SamplePicture.colour(of: bytes, x: 0.75, y: 0.75), SamplePicture.white))
            }
        }
    }

    @Test("A picture that is narrower than the largest width is not enlarged")
    func small() throws {
        let picture = try PictureDecoder.prepare(SamplePicture(width: 900, height: 1125).jpeg, as: .poster)
        #expect(picture.width == 900 && picture.height == 1125)
        let widths = try picture.files.map { try #require(SamplePicture.size(of: $0)).width }
        #expect(widths == [24, 320, 320, 640, 640, 900, 900])
    }

    @Test("A picture that is 3 times as tall as wide is accepted, and gets a file of the largest width")
    func tall() throws {
        let picture = try PictureDecoder.prepare(SamplePicture(width: 1210, height: 3630).jpeg, as: .poster)
        #expect(picture.width == 1200 && picture.height == 3600)
    }

    /// The colours of three corners of the upright picture (top left, top right and bottom left), for each orientation
    /// that a file can have.
    private static let upright: [UInt8: [[UInt8]]] = {
        let (red, green) = (SamplePicture.red, SamplePicture.green)
        let (blue, white) = (SamplePicture.blue, SamplePicture.white)
        return [
            1: [red, green, blue],
            2: [green, red, white],
            3: [white, blue, green],
            4: [blue, white, red],
            5: [red, blue, green],
            6: [blue, red, white],
            7: [white, green, blue],
            8: [green, white, red],
        ]
    }()

    @Test("A photo that the camera stored turned or mirrored is shown upright", arguments: UInt8(1)...8)
    func orientation(number: UInt8) throws {
        let corners = try #require(Self.upright[number])
        let sample = SamplePicture(width: 1200, height: 1150)
        let picture = try PictureDecoder.prepare(sample.jpeg(orientation: number), as: .poster)
        let largest = try #require(picture.files.last)
        let size = try #require(SamplePicture.size(of: largest))
        #expect(number < 5 ? size == (1200, 1150) : size == (1150, 1200))
        #expect(isNear(SamplePicture.colour(of: largest, x: 0.25, y: 0.25), corners[0]))
        #expect(isNear(SamplePicture.colour(of: largest, x: 0.75, y: 0.25), corners[1]))
        #expect(isNear(SamplePicture.colour(of: largest, x: 0.25, y: 0.75), corners[2]))
    }

    @Test("The prepared files contain neither metadata nor appended bytes of the uploaded file")
    func metadata() throws {
        let plain = SamplePicture().jpeg
        let secret = Array("GPS 0.3476N 32.5825E <script>alert(1)</script>".utf8)
        let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(secret.count + 2)] + secret
        let file = Array(plain.prefix(2)) + comment + plain.dropFirst(2) + secret
        for bytes in try PictureDecoder.prepare(file, as: .poster).files {
            #expect(bytes.firstRange(of: Array("GPS".utf8)) == nil)
            #expect(bytes.firstRange(of: Array("Exif".utf8)) == nil)
            #expect(bytes.firstRange(of: Array("ICC".utf8)) == nil)
        }
    }

    @Test("The colour of a prepared picture is the most frequent colour of the picture")
    func colour() throws {
        // The lower half of the sample has one row more than the upper half, and the right half has one column more
        // than the left half. So white is the most frequent colour.
        let sample = SamplePicture(width: 901, height: 1201)
        let colour = try PictureDecoder.prepare(sample.png, as: .poster).colour
        #expect(colour == 0xFFFFFF)
    }

    @Test("A poster has at least 900 × 1,125 pixels, and a logo has at least 200 × 200")
    func sizes() throws {
        let small = SamplePicture(width: 899, height: 1125).png
        #expect(throws: PictureError.tooSmall(width: 899, height: 1125, role: .poster)) {
            try PictureDecoder.prepare(small, as: .poster)
        }
        #expect(throws: PictureError.tooSmall(width: 900, height: 1124, role: .poster)) {
            try PictureDecoder.prepare(SamplePicture(width: 900, height: 1124).png, as: .poster)
        }
        #expect(try PictureDecoder.prepare(small, as: .logo).width == 899)
        #expect(throws: PictureError.tooSmall(width: 199, height: 200, role: .logo)) {
            try PictureDecoder.prepare(SamplePicture(width: 199, height: 200).png, as: .logo)
        }
    }
}
