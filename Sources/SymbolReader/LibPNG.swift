import CPNG
import Languages

/// Decodes PNG with the C library libpng. This code uses libpng's simplified interface, which returns errors as values.
/// If an error occurs in libpng's full interface, libpng jumps out of the function with `longjmp`, which Swift code
/// can't handle.
enum LibPNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Decodes a PNG to greyscale on a white background. The image's size is checked before memory is allocated.
    static func decode(_ png: [UInt8]) throws(SymbolReaderError) -> LuminanceImage {
        guard !png.isEmpty else { throw .empty }
        guard png.starts(with: signature) else { throw .damagedPNG(Sentence(SymbolReaderError.Text.noPNGSignature)) }
        var reader = unsafe png_image()
        unsafe reader.version = png_uint_32(PNG_IMAGE_VERSION)
        // Between the calls below, libpng keeps a pointer to the bytes. The pointer is valid only in this closure, so
        // all calls are in this closure.
        let outcome = unsafe png.withUnsafeBytes { bytes -> Result<LuminanceImage, SymbolReaderError> in
            defer { unsafe png_image_free(&reader) }
            guard unsafe png_image_begin_read_from_memory(&reader, bytes.baseAddress, bytes.count) != 0 else {
                return unsafe .failure(.damagedPNG(.verbatim(message(of: reader))))
            }
            let (width, height) = unsafe (Int(reader.width), Int(reader.height))
            do throws(SymbolReaderError) {
                try SymbolReader.check(width: width, height: height)
            } catch {
                return .failure(error)
            }
            unsafe reader.format = png_uint_32(PNG_FORMAT_GRAY)
            var white = png_color(red: 255, green: 255, blue: 255)
            var pixels = [UInt8](repeating: 255, count: width * height)
            guard unsafe png_image_finish_read(&reader, &white, &pixels, png_int_32(width), nil) != 0 else {
                return unsafe .failure(.damagedPNG(.verbatim(message(of: reader))))
            }
            return .success(LuminanceImage(width: width, height: height, pixels: pixels))
        }
        return try outcome.get()
    }

    /// The error message that libpng has stored in its structure. The message ends with a NUL byte.
    private static func message(of reader: png_image) -> String {
        let text = unsafe withUnsafeBytes(of: reader.message) { unsafe Array($0.prefix { $0 != 0 }) }
        return String(decoding: text, as: UTF8.self)
    }
}
