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

export interface FieldOptions {
  name: string;
  label: string;
  autocomplete: string;
  hint?: string;
  value?: string | undefined;
  error?: string | undefined;
  isFocused?: boolean;
  isWide?: boolean;
  maxLength: number;
}

/** A labelled field whose error is announced together with its hint. */
export function field(options: FieldOptions): Html {
  const { name, hint, error } = options;
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const description = describedBy !== '' && html`aria-describedby="${describedBy}"`;
  return html`<div class="field${options.isWide === true && ' wide'}">
<label for="${name}">${options.label}</label>
<input id="${name}" name="${name}" type="text" inputmode="numeric" autocomplete="${options.autocomplete}"
  maxlength="${options.maxLength}" value="${options.value ?? ''}" ${description}
  ${error !== undefined && html`aria-invalid="true"`} ${options.isFocused === true && 'autofocus'}>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}
