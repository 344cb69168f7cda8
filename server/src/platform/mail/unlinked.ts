/**
 * A name as a letter may bear it: an invisible word joiner after every dot, colon and @ that something follows, so that
 * no mail program makes a link of it. Companies may be called «Ромашка.ру», and older names may hold anything.
 */
export function unlinked(name: string): string {
  return name.replace(/([.\u3002\uff0e\uff61:@])(?=\S)/g, '$1\u2060');
}
