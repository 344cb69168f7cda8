import { setTimeout } from 'node:timers/promises';
import { onDark } from '@kazna/contract/shared/brand-color';
import type { Brand } from './brand.ts';

/** Our own mark is a circle; a logo from this ratio on is a wordmark, which makes the name beside it a repetition. */
const wordmarkRatio = 2;

/** Longer than this no page waits: it then shows the last known brand, and so pages come without the database too. */
const brandTimeoutMs = 300;

/** How long a process shows what it has read; a change that it made itself shows at once. */
const brandTtlMs = 2000;

export interface PageDress {
  read: () => Promise<(html: string) => string>;
  /** The next page reads the brand anew. */
  expire: () => void;
}

export function pageDress(readBrand: () => Promise<Brand>, now: () => number = Date.now): PageDress {
  let last: Brand = { name: null, color: null, logo: null };
  let expiresAt = 0;
  let reading: Promise<void> | undefined;
  const startReading = () => {
    const startedAt = now();
    const read = readBrand()
      .then((brand) => {
        // One that began before a change must not be kept after it.
        if (reading !== read) return;
        last = brand;
        expiresAt = startedAt + brandTtlMs;
      })
      // The readiness check and every call report a database that does not answer.
      .catch(() => {})
      .finally(() => {
        if (reading === read) reading = undefined;
      });
    return read;
  };
  return {
    read: async () => {
      if (now() >= expiresAt) {
        reading ??= startReading();
        const timeout = new AbortController();
        await Promise.race([
          reading,
          setTimeout(brandTimeoutMs, undefined, { ref: false, signal: timeout.signal }),
        ]).finally(() => timeout.abort());
      }
      const brand = last;
      return (html) => dressPage(html, brand);
    },
    expire: () => {
      expiresAt = 0;
      reading = undefined;
    },
  };
}

/**
 * Dresses a built page in the name, logo and colour of the business, which then stand there before any code has come.
 * The web marks what is replaced: `data-mark` is the sign, `data-brand` the name beside it.
 */
function dressPage(html: string, { name, color, logo }: Brand): string {
  if (!name && !color && !logo) return html;
  const mark = logo ? dataUri('image/png', logo.png) : name && initialMark(name, color);
  const rules = [
    ...(color ? [colorsOf('light', color, '#ffffff', [40, 100]), colorsOf('dark', color, '#0b1a2b', [28, 52])] : []),
    ...(color ? [`[data-mark] circle{fill:${color}}`] : []),
    ...(mark ? [markRule(mark, logo ? logo.width / logo.height : 1)] : []),
    ...(logo ? ['[data-mantine-color-scheme="dark"] [data-mark]{background-color:#fff;border-radius:6px}'] : []),
  ].join('');
  const dressed = name === null ? html : withName(html, escaped(name));
  return dressed
    .replace(/(<link rel="icon") type="[^"]*" href="[^"]*"/, (link, start) => (mark ? `${start} href="${mark}"` : link))
    .replace('</head>', (end) => `<style nonce="__CSP_NONCE__">${rules}</style>${end}`);
}

function withName(html: string, name: string): string {
  return html
    .replace('<html', () => `<html data-business="${name}"`)
    .replace(/Казна(?=<\/title>)/, () => name)
    .replace('content="Казна — ', () => `content="${name} — `)
    .replace(/( data-brand="true">)Казна/g, (_, start) => start + name);
}

/** Stronger than the theme's, whose stylesheet comes later. The card with the balance goes from dark to light within one hue. */
function colorsOf(
  mode: 'light' | 'dark',
  brand: string,
  onPrimary: string,
  shades: [from: number, to: number],
): string {
  const color = mode === 'light' ? brand : onDark(brand);
  const [from, to] = shades.map((percent) => `color-mix(in srgb, ${brand} ${percent}%, #000)`);
  const mixed = (percent: number, ground: string) => `color-mix(in srgb, ${color} ${percent}%, ${ground})`;
  const ground = mode === 'light' ? '#fff' : 'transparent';
  const variables = {
    '--kazna-primary': color,
    '--kazna-primary-hover': mixed(88, mode === 'light' ? '#000' : '#fff'),
    '--kazna-on-primary': onPrimary,
    '--kazna-accent': color,
    '--kazna-tint': mixed(mode === 'light' ? 7 : 14, ground),
    '--kazna-tint-hover': mixed(mode === 'light' ? 12 : 18, ground),
    '--kazna-hero': `linear-gradient(120deg, ${from}, ${to})`,
    '--mantine-color-anchor': color,
    '--mantine-color-default-color': color,
    '--mantine-color-brand-filled': color,
    '--mantine-color-brand-filled-hover': 'var(--kazna-primary-hover)',
    '--mantine-color-brand-light': 'var(--kazna-tint)',
    '--mantine-color-brand-light-hover': 'var(--kazna-tint-hover)',
    '--mantine-color-brand-light-color': color,
    '--mantine-color-brand-text': color,
    '--mantine-primary-color-contrast': onPrimary,
    '--mantine-primary-color-filled': color,
  };
  const declarations = Object.entries(variables).map(([variable, value]) => `${variable}:${value}`);
  return `html:root[data-mantine-color-scheme="${mode}"]{${declarations.join(';')}}`;
}

function markRule(image: string, ratio: number): string {
  const hidden = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
  return [
    `[data-mark]{flex:none;width:auto;max-width:128px;aspect-ratio:${Math.max(1, ratio)};background:url("${image}") center/contain no-repeat}`,
    '[data-mark] *{display:none}',
    '[data-brand]{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
    ...(ratio >= wordmarkRatio ? [`[data-mark]+[data-brand]{${hidden}}`] : []),
  ].join('');
}

/** As letters have it. */
function initialMark(name: string, color: string | null): string {
  const initial = [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '';
  const text = `<text x="16" y="22" text-anchor="middle" font-family="Onest,Arial,sans-serif" font-size="17" font-weight="600" fill="#fff">${escaped(initial)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color ?? '#0268d0'}"/>${text}</svg>`;
  return dataUri('image/svg+xml', Buffer.from(svg));
}

function dataUri(type: string, content: Buffer): string {
  return `data:${type};base64,${content.toString('base64')}`;
}

/** For attributes and texts. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
