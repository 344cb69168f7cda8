import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';

const files = { regular: 'golos-text-regular.ttf', bold: 'golos-text-semibold.ttf' };
type FontName = keyof typeof files;

const decoded = new Map<FontName, { file: Buffer; tables: object }>();

/**
 * Every document has a font of its own, since a font remembers for which character it first drew a glyph, and the bytes
 * of a document must not depend on earlier ones. The decoded tables are shared, as between the variations of a font:
 * to decode them takes longer than to draw a page.
 */
export function openFont(name: FontName): Font {
  const known = decoded.get(name);
  const file = known?.file ?? readFileSync(join(import.meta.dirname, 'fonts', files[name]));
  const font = create(file);
  if (known) font._tables = known.tables;
  else decoded.set(name, { file, tables: font._tables });
  return font;
}
