/**
 * Puts an invisible word joiner after every dot, colon and @ inside a name, so that mail programs do not turn it into a
 * link. A company may be called «Ромашка.ру», and older names may contain anything.
 */
export function preventAutolinks(name: string): string {
  return name.replace(/([.\u3002\uff0e\uff61:@])(?=\S)/g, '$1\u2060');
}
