import { createHash } from 'node:crypto';

/** An entry of `pages.json`, which the build of the web writes. */
export interface BuiltPage {
  /** Parameters begin with `$`: `/payments/$id`. */
  path: string;
  /** When present, the page is for addresses with this parameter: `mode=register`. */
  search?: string;
  file: string;
}

export interface WebPage {
  html: string;
  /** Of inline scripts, for the CSP. */
  scriptHashes: string[];
}

/** Returns how to find the page of a URL; `common` is for URLs that no page was built for. */
export function pageFinder(common: string, built: (BuiltPage & { html: string })[]): (url: string) => WebPage {
  const fallback = withHashes(common);
  const candidates = built
    .map(({ path, search, html }) => ({ segments: segmentsOf(path), search, page: withHashes(html) }))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return (url) => {
    const [path = '', search = ''] = url.split('?', 2);
    const segments = segmentsOf(path);
    const parameters = search.split('&');
    const found = candidates.find(
      (candidate) =>
        candidate.segments.length === segments.length &&
        candidate.segments.every((segment, at) => segment.startsWith('$') || segment === segments[at]) &&
        (candidate.search === undefined || parameters.includes(candidate.search)),
    );
    return found?.page ?? fallback;
  };
}

/** Fixed paths come before those with parameters, and a page for a search before the one for any. */
function rankOf({ segments, search }: { segments: string[]; search: string | undefined }): number {
  return segments.filter((segment) => segment.startsWith('$')).length * 2 + (search === undefined ? 1 : 0);
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function withHashes(html: string): WebPage {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? '');
  return { html, scriptHashes: scripts.map((script) => createHash('sha256').update(script).digest('base64')) };
}
