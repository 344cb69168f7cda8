import { type Html, html } from './html.ts';

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
