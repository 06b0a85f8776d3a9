// Creates QR codes (ISO/IEC 18004) with error correction level M for tokens with live codes. Such a token and its live
// code together have 61 or 138 characters.
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const formats = {
  61: { version: 3, blocks: 1, data: 44, check: 26 },
  138: { version: 6, blocks: 4, data: 27, check: 16 },
};

// Powers of 2 in the field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1.
const powers = new Uint8Array(510);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  powers[exponent] = powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const product = (a, b) => (a && b ? powers[logarithms[a] + logarithms[b]] : 0);

function checkCodewords(data, count) {
  let divisor = [1];
  for (let root = 0; root < count; root++) {
    const next = [...divisor, 0];
    divisor.forEach((factor, index) => (next[index + 1] ^= product(factor, powers[root])));
    divisor = next;
  }
  const remainder = [...data, ...new Array(count).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = remainder[index];
    divisor.forEach((term, offset) => (remainder[index + offset] ^= product(term, factor)));
  }
  return remainder.slice(data.length);
}

function codewords(text, format) {
  let bits = "0010" + text.length.toString(2).padStart(9, "0");
  for (let index = 0; index < text.length; index += 2) {
    const first = alphabet.indexOf(text[index]);
    bits += index + 1 < text.length
      ? (first * 45 + alphabet.indexOf(text[index + 1])).toString(2).padStart(11, "0")
      : first.toString(2).padStart(6, "0");
  }
  const capacity = format.blocks * format.data * 8;
  bits += "0".repeat(Math.min(4, capacity - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const bytes = bits.match(/.{8}/g).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; bytes.length < format.blocks * format.data; pad ^= 0xec ^ 0x11) bytes.push(pad);
  const blocks = [];
  for (let block = 0; block < format.blocks; block++) {
    blocks.push(bytes.slice(block * format.data, (block + 1) * format.data));
  }
  const checks = blocks.map((block) => checkCodewords(block, format.check));
  const interleaved = (rows) => rows[0].flatMap((_, index) => rows.map((row) => row[index]));
  return [...interleaved(blocks), ...interleaved(checks)];
}

const masks = [
  (r, c) => (r + c) % 2,
  (r) => r % 2,
  (r, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

function frame(version) {
  const side = 17 + 4 * version;
  const rows = Array.from({ length: side }, () => new Array(side).fill(null));
  const set = (r, c, dark) => {
    if (r >= 0 && c >= 0 && r < side && c < side) rows[r][c] = dark;
  };
  const square = (row, column, radius, isDark) => {
    for (let r = -radius; r <= radius; r++) {
      for (let c = -radius; c <= radius; c++) set(row + r, column + c, isDark(Math.max(Math.abs(r), Math.abs(c))));
    }
  };
  for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) {
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
  square(side - 7, side - 7, 2, (ring) => ring !== 1);
  for (let index = 8; index < side - 8; index++) {
    rows[6][index] = rows[index][6] = index % 2 === 0;
  }
  // These modules (squares of the symbol) are reserved for the format information.
  for (let index = 0; index < 9; index++) {
    for (const [r, c] of [[8, index], [index, 8]]) if (rows[r][c] === null) rows[r][c] = false;
    if (index < 8) rows[8][side - 1 - index] = rows[side - 1 - index][8] = false;
  }
  rows[side - 8][8] = true;
  return rows;
}

function writeFormat(rows, mask) {
  const side = rows.length;
  // In the format information, the bits for level M are 00.
  let remainder = mask << 10;
  for (let bit = 14; bit >= 10; bit--) if ((remainder >> bit) & 1) remainder ^= 0x537 << (bit - 10);
  const format = ((mask << 10) | remainder) ^ 0x5412;
  const bit = (index) => ((format >> index) & 1) === 1;
  for (let index = 0; index < 6; index++) rows[index][8] = bit(index);
  rows[7][8] = bit(6);
  rows[8][8] = bit(7);
  rows[8][7] = bit(8);
  for (let index = 9; index < 15; index++) rows[8][14 - index] = bit(index);
  for (let index = 0; index < 8; index++) rows[8][side - 1 - index] = bit(index);
  for (let index = 8; index < 15; index++) rows[side - 15 + index][8] = bit(index);
}

// The penalty of a mask. It counts long runs and squares of one colour, which are hard to read.
function penalty(rows) {
  let sum = 0;
  const side = rows.length;
  for (const line of [rows, rows[0].map((_, column) => rows.map((row) => row[column]))]) {
    for (const row of line) {
      for (let index = 0, run = 1; index < side; index++) {
        if (index + 1 < side && row[index] === row[index + 1]) run++;
        else {
          if (run >= 5) sum += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let r = 0; r + 1 < side; r++) {
    for (let c = 0; c + 1 < side; c++) {
      const dark = rows[r][c];
      if (dark === rows[r][c + 1] && dark === rows[r + 1][c] && dark === rows[r + 1][c + 1]) sum += 3;
    }
  }
  return sum;
}

/// Makes the symbol of a text. Returns the rows of the symbol's modules; a dark module is true. Throws if the text is
/// not a token with a live code.
export function symbol(text) {
  const format = formats[text.length];
  if (!format || [...text].some((letter) => !alphabet.includes(letter))) {
    throw new Error("the text is not a token with a live code");
  }
  const bits = codewords(text, format).flatMap((codeword) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((codeword >> bit) & 1) === 1));
  const empty = frame(format.version);
  const side = empty.length;
  const positions = [];
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let step = 0; step < side; step++) {
      const row = up ? side - 1 - step : step;
      for (const column of [right, right - 1]) if (empty[row][column] === null) positions.push([row, column]);
    }
  }
  let best = null;
  masks.forEach((mask, number) => {
    const rows = empty.map((row) => [...row]);
    positions.forEach(([row, column], index) => {
      rows[row][column] = (bits[index] ?? false) !== (mask(row, column) === 0);
    });
    writeFormat(rows, number);
    const found = { rows, penalty: penalty(rows) };
    if (!best || found.penalty < best.penalty) best = found;
  });
  return best.rows;
}
