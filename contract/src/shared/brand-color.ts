import * as z from 'zod/mini';

type Rgb = readonly [number, number, number];

/** The least contrast of readable text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;
/** On white, so that the colour is still readable on the layout's grey and on its own tint. */
const minOnWhite = 5.3;
const white: Rgb = [255, 255, 255];
/** What floats in the dark theme: the lightest of its grounds. */
const darkGround: Rgb = [35, 37, 40];
/** Of the colour on the ground of a button that is pointed at. */
const tintShare = 0.18;

function rgbOf(color: string): Rgb {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Dark enough for white text on it, and for itself as text on white. */
export const brandColor = z.string().check(
  z.regex(/^#[0-9a-f]{6}$/, { error: 'Шесть знаков после решётки, например #7a1fa2' }),
  z.refine((color) => contrastOf(rgbOf(color), white) >= minOnWhite, {
    error: 'Слишком светлый: белый текст на нём не прочесть. Возьмите цвет темнее',
  }),
);

/** The colour with as much white as makes it readable in the dark theme. */
export function onDark(color: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const lightened = mix(rgbOf(color), white, share);
    // A button's text stands on a tint of its own colour.
    if (contrastOf(lightened, mix(lightened, darkGround, 1 - tintShare)) >= minContrast) return hexOf(lightened);
  }
  return '#ffffff';
}

/** `share` is that of the other colour. */
function mix(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, at) => Math.round(part + ((other[at] ?? 0) - part) * share)) as unknown as Rgb;
}

function hexOf(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
