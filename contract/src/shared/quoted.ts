/** Quotes a name unless it has quotes: «Луч», but ООО «Ромашка». */
export function quoted(name: string): string {
  return name.includes('«') ? name : `«${name}»`;
}
