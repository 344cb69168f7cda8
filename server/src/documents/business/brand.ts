import type { Database } from '../../platform/db/database.ts';
import type { LetterBrand } from '../../platform/mail/letter.ts';
import { selectBrand } from './business-store.ts';
import { fitPng, type SizedPng } from './fit-png.ts';
import { readPictures } from './pictures-store.ts';

/** How pages and letters show the business. What staff did not give is null. */
export interface Brand {
  name: string | null;
  color: string | null;
  /** Small enough to be in a page or a letter itself. */
  logo: SizedPng | null;
}

/** Twice the size at which it is shown. */
const logoBox = { width: 320, height: 64 };

/** Returns what reads the brand as it is now; a logo is made small once. */
export function openBrand(db: Database): () => Promise<Brand> {
  let last: { id: string; logo: Promise<SizedPng | null> } | undefined;
  const readLogo = async (id: string) => {
    const { logo } = await readPictures(db, { logo: id });
    return logo ? fitPng(logo, logoBox) : null;
  };
  const logoOf = (id: string) => {
    if (last?.id === id) return last.logo;
    const logo = readLogo(id);
    last = { id, logo };
    logo.catch(() => {
      last = undefined;
    });
    return logo;
  };
  return async () => {
    const { name, color, logoId } = await selectBrand(db);
    return { name, color, logo: logoId === null ? null : await logoOf(logoId) };
  };
}

/** What letters call the business and how; what staff did not give is left out. */
export function letterBrand({ name, color, logo }: Brand): Partial<LetterBrand> {
  return { ...(name && { name }), ...(color && { color }), ...(logo && { logo }) };
}
