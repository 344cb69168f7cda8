/** The part that we use; the package has no types of its own. */
declare module 'fontkit' {
  export interface Font {
    /** The tables decoded so far. */
    _tables: object;
  }
  export function create(file: Uint8Array): Font;
}
