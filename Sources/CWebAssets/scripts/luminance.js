// A picture of a video as bare luminance: one octet a point, row by row from the top left.

// Points along a side that are enough for a symbol that fills a third of it.
const longest = 720;

// Formats whose first plane is the luminance.
const planar = ["I420", "I420A", "I422", "I444", "NV12"];

const canvas = document.createElement("canvas");

/// The square in the middle, which is what the viewfinder shows.
///
/// - Returns: `{ width, height, bytes }`, or null before the first picture.
export async function luminance(video) {
  const side = Math.min(video.videoWidth, video.videoHeight) & ~1;
  if (side === 0) return null;
  return (await fromFrame(video, side)) ?? fromCanvas(video, side);
}

/// Without a conversion, where the browser hands out what the camera gave it, and that is no larger than it has to be.
async function fromFrame(video, side) {
  if (!("VideoFrame" in globalThis) || side > longest) return null;
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
  const size = Math.min(side, longest);
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
