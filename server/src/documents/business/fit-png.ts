interface Size {
  width: number;
  height: number;
}

export interface SizedPng extends Size {
  png: Buffer;
}

/** Averages the pixels of a PNG that is larger than the box; a smaller one stays as it is. */
export async function fitPng(png: Buffer, box: Size): Promise<SizedPng> {
  const { PNG } = await import('pngjs');
  const source = PNG.sync.read(png);
  const scale = Math.min(1, box.width / source.width, box.height / source.height);
  const sizeOf = (length: number) => Math.max(1, Math.round(length * scale));
  const target = new PNG({ width: sizeOf(source.width), height: sizeOf(source.height) });
  for (let y = 0; y < target.height; y += 1) {
    for (let x = 0; x < target.width; x += 1) {
      averagePixel(source, target, { x, y }).forEach((value, channel) => {
        target.data[(y * target.width + x) * 4 + channel] = value;
      });
    }
  }
  return { png: PNG.sync.write(target), width: target.width, height: target.height };
}

/** Transparent pixels have colours too, which must not shine through: each weighs as much as it is opaque. */
function averagePixel(
  source: Size & { data: Buffer },
  target: Size,
  { x, y }: { x: number; y: number },
): [number, number, number, number] {
  const [left, right] = rangeOf(x, source.width / target.width, source.width);
  const [top, bottom] = rangeOf(y, source.height / target.height, source.height);
  const sums = [0, 0, 0];
  let opacity = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = (row * source.width + column) * 4;
      const alpha = source.data[at + 3] ?? 0;
      opacity += alpha;
      sums.forEach((sum, channel) => {
        sums[channel] = sum + (source.data[at + channel] ?? 0) * alpha;
      });
    }
  }
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => Math.round(sum / (opacity || 1)));
  return [red, green, blue, Math.round(opacity / ((right - left) * (bottom - top)))];
}

function rangeOf(at: number, step: number, length: number): [from: number, to: number] {
  const from = Math.floor(at * step);
  return [from, Math.min(length, Math.max(from + 1, Math.round((at + 1) * step)))];
}
