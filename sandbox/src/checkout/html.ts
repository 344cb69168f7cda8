/** Escaped markup. */
export interface Html {
  markup: string;
}

type Value = Html | string | number | false | undefined | Html[];

/** Escapes interpolated values unless they are Html. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: strings.map((text, index) => text + render(values[index])).join('') };
}

export function safe(markup: string): Html {
  return { markup };
}

function render(value: Value): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('');
  if (typeof value === 'object') return value.markup;
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
