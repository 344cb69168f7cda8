import type { Screen } from './screen.ts';

/** Returns an HTML page with a row of pictures a screen. */
export function contactSheet(screens: readonly Screen[], widths: readonly string[], themes: readonly string[]): string {
  const rows = screens.map(({ name, by, path }) => {
    const pictures = widths.flatMap((width) => themes.map((theme) => picture(`${name}-${width}-${theme}`, width)));
    return `<section id="${name}"><h2>${name}</h2><p>${by}, <code>${path}</code></p><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}</html>`;
}

function picture(name: string, width: string): string {
  return `<a href="${name}.png" data-width="${width}"><img src="${name}.png" alt="${name}" loading="lazy"></a>`;
}

const style = `
body { margin: 24px; font: 14px/1.4 system-ui; background: #ddd; }
h2 { margin: 32px 0 0; font-size: 16px; }
p { margin: 0 0 8px; color: #444; }
div { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto; }
a { flex: 0 0 480px; max-height: 560px; overflow: hidden; box-shadow: 0 1px 6px rgb(0 0 0 / 25%); }
a[data-width="390"] { flex-basis: 220px; }
img { display: block; width: 100%; }
`;
