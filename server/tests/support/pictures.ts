import type { PictureName } from '@kazna/contract/admin/business-pictures';
import { PNG } from 'pngjs';
import { jobActors } from '../../src/audit/actions-store.ts';
import { changePicture } from '../../src/documents/business/pictures.ts';
import type { Database } from '../../src/platform/db/database.ts';

type Colour = [red: number, green: number, blue: number, alpha: number];

/** A ring on a transparent ground, round as a stamp or flat as a signature. */
export function pngOf(width: number, height: number, colour: Colour = [38, 70, 160, 220]): Buffer {
  const picture = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot((2 * x) / width - 1, (2 * y) / height - 1);
      if (distance > 0.86 && distance < 0.96) picture.data.set(colour, (y * width + x) * 4);
    }
  }
  return PNG.sync.write(picture);
}

export function plantPicture(db: Database, name: PictureName): Promise<void> {
  const actor = { id: jobActors.subscriptions, address: null };
  return db.transaction((tx) => changePicture(tx, actor, name, pngOf(120, name === 'stamp' ? 120 : 40)));
}
