export interface TypedText {
  text: string;
  caret: number;
}

const spaces = /[\s\u00a0\u202f]/g;

/**
 * Groups digits of a typed amount: «12500,5» becomes «12 500,5»; a pasted sign goes, the field has its own. Whatever is no amount stays as typed, for the form to
 * say what is wrong with it. The caret stays behind the same digit.
 */
export function groupTypedAmount({ text, caret }: TypedText): TypedText {
  const [, whole, rest = ''] = /^(\d+)([.,]\d*)?[₽$€₸]?$/.exec(text.replace(spaces, '')) ?? [];
  if (whole === undefined) return { text, caret };
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0') + rest;
  const typedBefore = text.slice(0, caret).replace(spaces, '').length;
  let position = 0;
  for (let left = typedBefore; left > 0 && position < grouped.length; position += 1) {
    if (grouped[position] !== '\u00a0') left -= 1;
  }
  return { text: grouped, caret: position };
}
