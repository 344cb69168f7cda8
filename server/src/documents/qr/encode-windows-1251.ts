/** The runtime only decodes: bytes by character, turned around. */
const bytesByCharacter = new Map(
  Array.from(
    new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (character, byte) => [character, byte],
  ),
);

/** Null when a character has no byte there. */
export function encodeWindows1251(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = bytesByCharacter.get(character);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
