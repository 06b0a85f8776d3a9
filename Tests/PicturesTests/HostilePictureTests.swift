import EventFixture
import Pictures
import Testing
import Ticketing

@Suite("Damaged, unsupported and hostile picture files")
struct HostilePictureTests {
    private func error(_ file: [UInt8]) -> PictureError? {
        do {
            _ = try PictureDecoder.prepare(file, as: .poster)
            return nil
        } catch {
            return error
        }
    }

    /// The first half of a file, followed by the bytes that end a complete file of its format.
    private func halved(_ file: [UInt8], end: [UInt8]) -> [UInt8] { file.prefix(file.count / 2) + end }

    @Test("Incomplete files are refused, even if they end like complete files")
    func truncated() {
        let sample = SamplePicture()
        #expect(error(halved(sample.jpeg, end: [])) == .damaged)
        #expect(error(halved(sample.jpeg, end: [0xFF, 0xD9])) == .damaged)
        #expect(error(halved(sample.webp, end: [])) == .damaged)
        #expect(error(halved(sample.png, end: [])) == .damaged)
        let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
        #expect(error(halved(sample.png, end: end)) == .damaged)
    }

    @Test("HEIC, AVIF and GIF are recognized by their first bytes and refused with advice")
    func unsupported() {
        for (brand, expected) in [
            ("heic", UnsupportedPicture.heic), ("heix", .heic), ("mif1", .heic), ("avif", .avif), ("avis", .avif),
        ] {
            let file = [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [UInt8](repeating: 0, count: 64)
            #expect(error(file) == .unsupported(expected))
        }
        #expect(error(Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 64)) == .unsupported(.gif))
        let advice = PictureError.unsupported(.heic).sentence.english
        #expect(advice.contains("JPEG"))
    }

    @Test("Empty files, files that are not pictures, and files with too many bytes are refused")
    func others() {
        #expect(error([]) == .empty)
        #expect(error([0xFF, 0xD8, 0xFF]) == .notAPicture)
        #expect(error(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)) == .notAPicture)
        #expect(error([UInt8](repeating: 0x41, count: PictureError.byteLimit + 1)) == .tooManyBytes)
    }

    @Test("A picture of more than 40 megapixels is refused before its pixels are decoded")
    func bomb() {
        var file = SamplePicture().png
        // In a PNG, width and height follow the signature and the first chunk's header.
        file.replaceSubrange(16..<24, with: [0, 0, 0x1F, 0x40, 0, 0, 0x13, 0x89])  // 8000 × 5001
        #expect(error(file) == .tooManyPixels(width: 8000, height: 5001))
        file.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
        #expect(error(file) == .tooManyPixels(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF))
        file.replaceSubrange(16..<24, with: [UInt8](repeating: 0, count: 8))
        #expect(error(file) == .damaged)
    }

    @Test("If one side of a picture is more than 3 times as long as the other, the error has the width and the height")
    func stripes() {
        var file = SamplePicture().png
        file.replaceSubrange(16..<24, with: [0, 0, 0x03, 0x84, 0, 0, 0x9C, 0x40])  // 900 × 40,000
        #expect(error(file) == .tooNarrow(width: 900, height: 40_000))
        file.replaceSubrange(16..<24, with: [0, 0, 0x0D, 0x30, 0, 0, 0x04, 0x65])  // 3376 × 1125
        #expect(error(file) == .tooNarrow(width: 3376, height: 1125))
        let sentence = PictureError.tooNarrow(width: 900, height: 40_000).sentence.english
        #expect(sentence.contains("900 × 40,000") && sentence.contains("at most 3 times"))
    }

    @Test("A JPEG with more than 64 scans is refused, and a JPEG with few scans is accepted")
    func scans() throws {
        let file = SamplePicture().jpeg
        #expect(error(file) == nil)
        let last = try #require(file.ranges(of: [0xFF, 0xDA]).last).lowerBound
        let scan = file[last..<file.count - 2]
        let copies = [[UInt8]](repeating: Array(scan), count: 65).joined()
        #expect(error(file.dropLast(2) + copies + [0xFF, 0xD9]) == .tooManyScans)
    }

    @Test("A JPEG with two headers that state its size is refused")
    func twoSizes() throws {
        let file = SamplePicture().jpeg
        let start = try #require(file.firstRange(of: [0xFF, 0xC2])).lowerBound
        let length = Int(file[start + 2]) << 8 | Int(file[start + 3])
        let segment = Array(file[start..<start + 2 + length])
        #expect(error(file[..<start] + segment + file[start...]) == .damaged)
    }

    @Test("If a picture file also contains a script or an archive, the prepared files contain only the picture")
    func polyglot() throws {
        let tail = Array("PK\u{3}\u{4} <html><script>alert(1)</script>".utf8)
        for bytes in try PictureDecoder.prepare(SamplePicture().jpeg + tail, as: .poster).files {
            #expect(bytes.firstRange(of: Array("script".utf8)) == nil)
        }
    }

    @Test("Files with random changes are refused or decoded, and never crash the decoder")
    func changes() {
        var random = SeededGenerator(for: "changes of pictures")
        let sample = SamplePicture(width: 60, height: 75)
        for file in [sample.jpeg, sample.png, sample.webp] {
            var accepted = 0
            for _ in 0..<200 {
                var changed = file
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                do {
                    if try PictureDecoder.prepareSmall(changed, mostPixels: 10_000) != nil { accepted += 1 }
                } catch {
                    continue
                }
            }
            #expect(accepted < 200)
        }
    }
}
