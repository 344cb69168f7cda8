/** Invisible contents, and the quoted letter as mail programs mark it. */
const skippedTags = new Set(['script', 'style', 'head', 'title', 'blockquote', 'template', 'svg']);
const quoteMark =
  /\b(gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|divRplyFwdMsg|appendonsend|mailru-blockquote)\b/;
const lineTags = new Set(['br', 'p', 'div', 'tr', 'li', 'ul', 'ol', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']);
const voidTags = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr', 'area', 'base', 'source']);

/** A name is never tried shorter: a long tag that is not closed would take time by the square of its length. */
const token = /<!--|<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])([^<>]*)>|[^<]+|</gi;

/** The text of a page, of one pass over it. What it says is text for its reader, so that no markup has to be safe. */
export function textOfHtml(html: string): string {
  let text = '';
  /** Depth of open tags of the kind that is skipped. */
  let skipping: { tag: string; depth: number } | null = null;
  token.lastIndex = 0;
  for (let found = token.exec(html); found; found = token.exec(html)) {
    const [whole, slash, name, attributes = ''] = found;
    if (whole === '<!--') {
      const end = html.indexOf('-->', token.lastIndex);
      if (end < 0) break;
      token.lastIndex = end + 3;
      continue;
    }
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      if (!skipping) text += whole.replace(/\s+/g, ' ');
      continue;
    }
    const isOpening = slash === '' && !voidTags.has(tag) && !attributes.endsWith('/');
    if (skipping) {
      if (tag === skipping.tag) skipping.depth += slash === '' ? Number(isOpening) : -1;
      if (skipping.depth === 0) skipping = null;
    } else if (isOpening && (skippedTags.has(tag) || quoteMark.test(attributes))) skipping = { tag, depth: 1 };
    if (lineTags.has(tag) && !text.endsWith('\n\n')) text += '\n';
  }
  return decodeEntities(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', laquo: '«', raquo: '»', mdash: '—', ndash: '–' },
  ...{
    hellip: '…',
    bdquo: '„',
    ldquo: '“',
    rdquo: '”',
    shy: '',
    zwnj: '',
    minus: '−',
    times: '×',
    deg: '°',
    sect: '§',
  },
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '';
  });
}
