import Ticketing

/// Copies the files of pictures from one store into another, after the rows of the pictures. Files that are missing in
/// the first store are missing in the copy, too. A transaction does not protect the files in a folder. If a picture is
/// removed or replaced during the copy, the other store may have the picture's row without its files.
struct PictureCopy {
    let from: any PictureStore
    let to: any PictureStore

    /// Reads the files in a transaction on the first store, and stores them in a transaction on the other.
    func run(_ source: any StoreConnection, _ target: any StoreConnection) throws {
        for id in try source.pictures.ids() {
            let files = try PictureVariant.all.compactMap { variant in
                try from.file(variant, of: id, source).map { (variant: variant, bytes: $0) }
            }
            try to.prepare(files, of: id)
            try to.add(files, of: id, target)
        }
    }
}
