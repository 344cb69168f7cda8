/** A name in quotes, unless it brings its own: «Луч», but ООО «Ромашка». */
export function quoted(name: string): string {
  return name.includes('«') ? name : `«${name}»`;
}
