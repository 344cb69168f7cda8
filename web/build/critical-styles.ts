interface Rule {
  prelude: string;
  /** Undefined when it has none, like `@import`. */
  body: string | undefined;
}

/**
 * Returns the rules of a minified stylesheet that the markup is drawn with. A rule is left out when all of its selectors
 * name classes that the markup has not, a variable when nothing of the rest needs it.
 */
export function criticalStyles(css: string, markup: string): string {
  const classes = new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')));
  const rules = matchingRules(css, classes);
  const needed = neededVariables(rules + markup);
  return rules
    .replace(/(?<=[{;]\s*)(--[\w-]+):[^;{}]*;?/g, (declaration, variable) => (needed.has(variable) ? declaration : ''))
    .replace(/[^{};]+\{\s*\}/g, '');
}

function matchingRules(css: string, classes: Set<string>): string {
  const rules = parseRules(css).flatMap(({ prelude, body }) => {
    if (body === undefined) return [`${prelude};`];
    if (/^@(media|supports|layer|container)/.test(prelude)) {
      const inner = matchingRules(body, classes);
      return inner === '' ? [] : [`${prelude}{${inner}}`];
    }
    return prelude.startsWith('@') || canMatch(prelude, classes) ? [`${prelude}{${body}}`] : [];
  });
  const isUsed = (rule: string, [, animation = '']: RegExpExecArray) =>
    rules.some((other) => other !== rule && new RegExp(`animation[^;}]*\\b${animation}\\b`).test(other));
  return rules
    .filter((rule) => {
      const keyframes = /^@keyframes ([\w-]+)/.exec(rule);
      return !keyframes || isUsed(rule, keyframes);
    })
    .join('');
}

function canMatch(selectors: string, classes: Set<string>): boolean {
  // What stands in brackets is not examined, so that a rule stays rather than goes.
  const plain = selectors.replace(/\[[^\]]*\]/g, '').replace(/\((?:[^()]|\([^()]*\))*\)/g, '');
  return plain
    .split(',')
    .some((selector) => [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name)));
}

function neededVariables(css: string): Set<string> {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]+):([^;{}]*)/g))
    values.set(name, `${values.get(name) ?? ''} ${value}`);
  const needed = new Set<string>();
  const need = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      need(values.get(name) ?? '');
    }
  };
  need(css.replace(/--[\w-]+:[^;{}]*/g, ''));
  return needed;
}

function parseRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  let opened = 0;
  let depth = 0;
  for (const { 0: token, index } of css.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\/|[{};]/gs)) {
    if (token === '{' && ++depth === 1) opened = index;
    if (token === '}' && --depth > 0) continue;
    if (token !== '}' && (token !== ';' || depth > 0)) continue;
    const isBlock = token === '}';
    const prelude = css.slice(start, isBlock ? opened : index).trim();
    rules.push({ prelude, body: isBlock ? css.slice(opened + 1, index) : undefined });
    start = index + 1;
  }
  return rules;
}
