import Ticketing

/// Copies the files of pictures from a source store into a target store. The rows of the pictures must already have
/// been copied. A file that is missing in the source is also missing in the target. A transaction does not protect the
/// files in a folder: if a picture is removed or replaced during the copying, the target may have the picture's row
/// without its files.
struct PictureCopy {
    let from: any PictureStore
    let to: any PictureStore

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
