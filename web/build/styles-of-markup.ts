/** The content policy forbids style attributes in markup, so each becomes a rule of a style element. */
export function extractStyles(markup: string, scope: string): { markup: string; css: string } {
  const rules = new Map<string, number>();
  const withoutStyles = markup.replace(/ style="([^"]*)"/g, (_, declarations: string) => {
    const rule = rules.get(declarations) ?? rules.size;
    rules.set(declarations, rule);
    return ` data-style="${rule}"`;
  });
  const css = [...rules].map(
    ([declarations, rule]) => `${scope} [data-style="${rule}"]{${unescapeHtml(declarations)}}`,
  );
  return { markup: withoutStyles, css: css.join('\n') };
}

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { quot: '"', amp: '&', lt: '\\3c ', gt: '>', '#x27': "'" };
  return text.replace(/&(quot|amp|lt|gt|#x27);/g, (_, name: string) => characters[name] ?? '');
}
