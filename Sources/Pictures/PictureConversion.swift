import CPictures
public import Ticketing

/// Converts pictures that the program itself has drawn.
public enum PictureConversion {
    private static let quality: Int32 = 85

    /// Converts a PNG that the program has drawn to a JPEG. If the picture contains a photo, the JPEG is much smaller.
    ///
    /// - Throws: `PictureError.tooExpensive` if there is not enough memory, or if the JPEG cannot be encoded; otherwise
    ///   the fault of the file, such as `PictureError.damaged` if it is no PNG.
    public static func jpeg(fromPNG png: [UInt8]) throws(PictureError) -> [UInt8] {
        var header = CPicturesHeader()
        try PictureDecoder.check(unsafe CPictures_header(png, png.count, &header))
        guard header.format == CPicturesPNG else { throw .damaged }
        var pixels = unsafe CPicturesPixels()
        try PictureDecoder.check(
            unsafe CPictures_decode(png, png.count, &header, header.width, header.height, &pixels))
        defer { unsafe CPictures_freePixels(&pixels) }
        var file = unsafe CPicturesFile()
        guard unsafe CPictures_encodeJPEG(&pixels, quality, &file) == CPicturesDone else { throw .tooExpensive }
        defer { unsafe CPictures_freeFile(&file) }
        return unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
