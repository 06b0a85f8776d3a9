import EventFixture
public import Foundation

extension WebDriver {
    /// A screenshot as a PNG with at most 256 colours. The file is about a third as large as a screenshot with all
    /// colours.
    public func smallScreenshot() async throws -> Data { try await reduced(screenshot()) }

    /// A copy of a PNG with at most 256 colours. A script in the browser's current page makes the copy.
    ///
    /// The palette has the 64 most frequent colours. After them come colours that differ much from all colours in the
    /// palette, and then colours that differ less. A poster with many similar colours therefore leaves room for the
    /// colours of small text. Each other colour is replaced by the most similar colour of the palette.
    public func reduced(_ picture: Data) async throws -> Data {
        let picture = picture.base64EncodedString()
        guard let text = try await promise(WebDriver.reduction, .text(picture)).text,
            let data = Data(base64Encoded: text)
        else { throw Surprise("the browser returned no reduced picture") }
        return data
    }

    /// The script that turns a screenshot into a PNG with a palette (W3C PNG §11.2). The script runs in the browser,
    /// which also compresses the PNG.
    private static let reduction = """
        const octets = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([octets], { type: "image/png" }));
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
        const counts = new Map();
        for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        const colours = [...counts].sort((one, other) => other[1] - one[1]).map(([pixel]) => pixel);
        const red = Uint8Array.from(colours, (pixel) => pixel & 255);
        const green = Uint8Array.from(colours, (pixel) => (pixel >> 8) & 255);
        const blue = Uint8Array.from(colours, (pixel) => (pixel >> 16) & 255);
        const palette = [];
        // For each colour, the most similar colour of the palette, and the square of the distance between the two.
        const nearest = new Uint8Array(colours.length);
        const distances = new Uint32Array(colours.length).fill(0xffffffff);
        const add = (r, g, b) => {
            for (let place = 0; place < colours.length; place += 1) {
                const x = red[place] - r;
                const y = green[place] - g;
                const z = blue[place] - b;
                const distance = x * x + y * y + z * z;
                if (distance < distances[place]) {
                    distances[place] = distance;
                    nearest[place] = palette.length;
                }
            }
            palette.push([r, g, b]);
        };
        for (const [least, most] of [[1, 64], [24 ** 2, 256], [12 ** 2, 256], [6 ** 2, 256], [1, 256]]) {
            for (let place = 0; place < colours.length && palette.length < most; place += 1) {
                if (distances[place] >= least) add(red[place], green[place], blue[place]);
            }
        }
        const index = new Map(colours.map((pixel, place) => [pixel, nearest[place]]));
        const rows = new Uint8Array((width + 1) * height);
        for (let y = 0; y < height; y += 1) {
            for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = index.get(pixels[y * width + x]);
        }
        const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
        const table = Uint32Array.from({ length: 256 }, (_, n) => {
            for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
            return n;
        });
        const chunk = (name, body) => {
            const made = new Uint8Array(body.length + 12);
            const view = new DataView(made.buffer);
            view.setUint32(0, body.length);
            made.set([...name].map((letter) => letter.charCodeAt(0)), 4);
            made.set(body, 8);
            let sum = 0xffffffff;
            for (const octet of made.subarray(4, body.length + 8)) sum = table[(sum ^ octet) & 255] ^ (sum >>> 8);
            view.setUint32(body.length + 8, ~sum >>> 0);
            return made;
        };
        const head = new Uint8Array(13);
        new DataView(head.buffer).setUint32(0, width);
        new DataView(head.buffer).setUint32(4, height);
        head.set([8, 3], 8);
        const png = new Blob([
            Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), chunk("IHDR", head),
            chunk("PLTE", Uint8Array.from(palette.flat())),
            chunk("IDAT", new Uint8Array(await new Response(packed).arrayBuffer())), chunk("IEND", new Uint8Array(0)),
        ]);
        const made = new Uint8Array(await png.arrayBuffer());
        let text = "";
        for (const octet of made) text += String.fromCharCode(octet);
        return btoa(text);
        """
}
