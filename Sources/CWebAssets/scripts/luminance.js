// Reads the luminance of a video's frame: one byte per pixel, row by row from the top left.

// The maximum number of pixels per side. In a picture of this size, a symbol is readable if its side is at least a
// third of the picture's side.
const maxSide = 720;

// The pixel formats that begin with the luminance of all pixels.
const planar = ["I420", "I420A", "I422", "I444", "NV12"];

const canvas = document.createElement("canvas");

/// Packs a frame into 4 bits per pixel, two pixels per byte. The contrast is stretched first, so that a dark symbol
/// stays readable.
///
/// - Parameter picture: a frame of even width.
export function packed({ width, height, bytes }) {
  const [dark, light] = range(bytes);
  const scale = 15.99 / Math.max(1, light - dark);
  const levels = Uint8Array.from({ length: 256 }, (_, value) => Math.min(15, Math.max(0, (value - dark) * scale)));
  const octets = new Uint8Array(bytes.length / 2);
  for (let index = 0; index < octets.length; index += 1) {
    octets[index] = (levels[bytes[2 * index]] << 4) | levels[bytes[2 * index + 1]];
  }
  return { width, height, depth: 4, bytes: octets };
}

/// The 1st and the 99th percentile of the luminance.
function range(bytes) {
  const counts = new Uint32Array(256);
  for (const value of bytes) counts[value] += 1;
  const onePercent = bytes.length / 100;
  const first = (values) => {
    let sum = 0;
    return values.find((value) => (sum += counts[value]) > onePercent) ?? 0;
  };
  const values = [...counts.keys()];
  return [first(values), first(values.toReversed())];
}

// To compare two frames, each frame is divided into cells. `cells` is the number of cells per side. If the mean
// luminance of a cell changes by more than `minChange`, something has moved. Camera noise changes the mean less,
// because the noise of a cell's pixels averages out.
const cells = 24;
const minChange = 6;

/// A small copy of a frame: the mean luminance of each cell.
export function sketch({ width, height, bytes }) {
  const sums = new Float64Array(cells * cells);
  const counts = new Uint32Array(cells * cells);
  for (let y = 0; y < height; y += 2) {
    const row = Math.floor((y * cells) / height) * cells;
    for (let x = 0; x < width; x += 2) {
      const cell = row + Math.floor((x * cells) / width);
      sums[cell] += bytes[y * width + x];
      counts[cell] += 1;
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell]));
}

/// Whether something moved between two frames, according to their small copies.
export const differ = (one, other) => one.some((mean, cell) => Math.abs(mean - other[cell]) > minChange);

/// The luminance of the square in the middle of the video, which the viewfinder shows.
///
/// - Returns: `{ width, height, bytes }`, or null before the first frame.
export async function luminance(video) {
  const side = Math.min(video.videoWidth, video.videoHeight) & ~1;
  if (side === 0) return null;
  return (await fromFrame(video, side)) ?? fromCanvas(video, side);
}

/// Copies the luminance from a frame in one of the formats `planar`, without conversion.
///
/// - Returns: `{ width, height, bytes }`, or null if the browser provides no frame in one of these formats, or if the
///   frame is too large.
async function fromFrame(video, side) {
  if (!("VideoFrame" in globalThis) || side > maxSide) return null;
  let frame;
  try {
    frame = new VideoFrame(video);
    if (!planar.includes(frame.format)) return null;
    const visible = frame.visibleRect;
    const rect = {
      x: (visible.x + (visible.width - side) / 2) & ~1,
      y: (visible.y + (visible.height - side) / 2) & ~1,
      width: side,
      height: side,
    };
    const all = new Uint8Array(frame.allocationSize({ rect }));
    const [plane] = await frame.copyTo(all, { rect });
    const bytes = new Uint8Array(side * side);
    for (let row = 0; row < side; row += 1) {
      const start = plane.offset + row * plane.stride;
      bytes.set(all.subarray(start, start + side), row * side);
    }
    return { width: side, height: side, bytes };
  } catch {
    return null;
  } finally {
    frame?.close();
  }
}

function fromCanvas(video, side) {
  const size = Math.min(side, maxSide) & ~1;
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
  context.drawImage(video, left, top, side, side, 0, 0, size, size);
  const colours = context.getImageData(0, 0, size, size).data;
  const bytes = new Uint8Array(size * size);
  for (let index = 0; index < bytes.length; index += 1) {
    const at = 4 * index;
    bytes[index] = (77 * colours[at] + 150 * colours[at + 1] + 29 * colours[at + 2]) >> 8;
  }
  return { width: size, height: size, bytes };
}
