import { encode } from 'uqr';

/** Rows of modules, true for black, without a border. Bytes as they are: readers take the charset from the text. */
export function qrModules(bytes: Uint8Array): boolean[][] {
  return encode(Array.from(bytes), { ecc: 'M', boostEcc: false, border: 0 }).data;
}
