public import Ticketing

/// A prepared picture with arbitrary files. The store accepts these files, because it does not examine file contents.
///
/// - Parameter file: returns the content of the file for a variant (a width and a format).
public func anyPicture(
    width: Int = 1200, height: Int = 1500, _ file: (PictureVariant) -> [UInt8]
) throws -> PreparedPicture {
    let files = PictureVariant.all.map(file)
    guard let picture = PreparedPicture(width: width, height: height, colour: 0x336699, files: files) else {
        throw Surprise("\(files.count) files are not one file for each variant")
    }
    return picture
}

/// A prepared picture whose files are short texts that begin with `text`.
public func anyPicture(
    _ text: String = "picture", width: Int = 1200, height: Int = 1500
) throws -> PreparedPicture {
    try anyPicture(width: width, height: height) { Array("\(text) \($0.name)".utf8) }
}
