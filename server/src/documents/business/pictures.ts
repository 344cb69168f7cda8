import {
  type BusinessPictures,
  maxPicturePixels,
  type PictureName,
  pictureNames,
} from '@kazna/contract/admin/business-pictures';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findPictures, insertPicture, insertPictureVersion } from './pictures-store.ts';

/** Null takes the picture out. */
export async function changePicture(
  tx: Transaction,
  actor: Actor,
  name: PictureName,
  bytes: Uint8Array | null,
): Promise<void> {
  const png = bytes && (await cleanPng(Buffer.from(bytes)));
  const id = png && uuidv7();
  if (png && id) await insertPicture(tx, id, png);
  const change = `${pictureNames[name]}: ${png ? 'загружена новая картинка' : 'убрана'}`;
  await changePictures(tx, actor, { [name]: id }, change);
}

export async function changePictures(
  tx: Transaction,
  actor: Actor,
  changes: Partial<BusinessPictures>,
  text: string,
): Promise<void> {
  const before = await findPictures(tx);
  const next = { ...before, ...changes, version: before.version + 1 };
  if (!(await insertPictureVersion(tx, next, actor.id))) throw new Problem('business_changed');
  const details = { fields: Object.keys(changes).join(', '), changes: text };
  await recordAction(tx, actor, { action: 'business.changed', details });
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Written anew from its pixels: what else a file may carry (texts, profiles, a page in disguise) stays outside. The size is
 * read before anything is unpacked.
 */
export async function cleanPng(file: Buffer): Promise<Buffer> {
  if (file.length < 33 || !file.subarray(0, 8).equals(signature) || file.toString('latin1', 12, 16) !== 'IHDR') {
    throw new Problem('picture_unreadable');
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (width > maxPicturePixels || height > maxPicturePixels) throw new Problem('picture_too_large');
  const { PNG } = await import('pngjs');
  const clean = () => {
    try {
      return PNG.sync.write(PNG.sync.read(file), { colorType: 6, bitDepth: 8 });
    } catch {
      throw new Problem('picture_unreadable');
    }
  };
  const png = clean();
  if (png.length > 1024 * 1024) throw new Problem('picture_too_large');
  return png;
}
