import { type Fact, greet, type LetterBrand, type LetterContent, unsubscribeLabel } from './letter.ts';

const secondary = 'color:#5b6573';
const small = `font-size:13px;${secondary}`;

/** A receipt for the eye: sign, sum, table, one button. It loads nothing: the logo comes along, and without one a letter on the colour. */
export function renderHtml(content: LetterContent, brand: LetterBrand): string {
  const { subject, title = subject, name, sum, paragraphs, facts = [], action, note, unsubscribeUrl, answer } = content;
  const url = action && escapeHtml(action.url);
  const parts = [
    sign(brand),
    sum
      ? renderSum(sum)
      : `<h1 style="margin:0 0 16px;font-size:20px;line-height:26px;font-weight:600">${prose(title)}</h1>`,
    ...[...(sum ? [] : [greet(name)]), ...paragraphs].map((text) => `<p style="margin:0 0 16px">${prose(text)}</p>`),
    ...(facts.length > 0 ? [renderFacts(facts)] : []),
    ...(action
      ? [
          `<p style="margin:24px 0 0"><a href="${url}" style="display:inline-block;padding:12px 24px;background:${brand.color};color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
    ...(note ? [`<p style="margin:24px 0 0;${small}">${prose(note)}</p>`] : []),
  ];
  const foot = [
    escapeHtml(brand.name),
    ...(action ? [`Кнопка не открывается? <a href="${url}" style="${secondary};word-break:break-all">${url}</a>`] : []),
    ...(unsubscribeUrl ? [`<a href="${escapeHtml(unsubscribeUrl)}" style="${secondary}">${unsubscribeLabel}</a>`] : []),
  ];
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f5f5;font:15px/22px -apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#0f1720">
${answer ? `<p style="max-width:520px;margin:0 auto 12px;${small}">${escapeHtml(answer.line)}</p>` : ''}
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e8eaed;border-radius:14px">
${parts.join('\n')}
</div>
<p style="max-width:520px;margin:16px auto 0;padding:0 24px;${small}">${foot.join('<br>')}</p>
</body>
</html>
`;
}

/** From this ratio of its sides on a logo is a wordmark, which makes the name beside it a repetition. */
const wordmarkRatio = 2;

function sign({ name, color, logo }: LetterBrand): string {
  if (logo) {
    const isWordmark = logo.width / logo.height >= wordmarkRatio;
    const height = Math.min(32, Math.round((logo.height * 160) / logo.width));
    const size = `width="${Math.round((height * logo.width) / logo.height)}" height="${height}"`;
    const alt = isWordmark ? escapeHtml(name) : '';
    const image = `<img src="cid:logo" alt="${alt}" ${size} style="vertical-align:middle${isWordmark ? '' : ';margin-right:10px'}">`;
    return `<p style="margin:0 0 24px;font-weight:600">${image}${isWordmark ? '' : escapeHtml(name)}</p>`;
  }
  const initial = escapeHtml([...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '');
  return `<p style="margin:0 0 24px;font-weight:600"><span aria-hidden="true" style="display:inline-block;width:32px;margin-right:10px;border-radius:8px;background:${color};color:#ffffff;font-size:16px;line-height:32px;text-align:center">${initial}</span>${escapeHtml(name)}</p>`;
}

function renderSum([about, amount]: Fact): string {
  const line = 'display:block;margin-bottom:4px;font-size:15px;line-height:22px;font-weight:400;letter-spacing:0';
  return `<h1 style="margin:0 0 20px;font-size:32px;line-height:38px;font-weight:600;letter-spacing:-0.02em"><span style="${line};${secondary}">${prose(about)}</span> ${unbroken(amount)}</h1>`;
}

function renderFacts(facts: readonly Fact[]): string {
  const cell = 'padding:10px 0;border-top:1px solid #e8eaed;vertical-align:top';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${cell};padding-right:16px;text-align:left;font-weight:400;${secondary}">${prose(label)}</th><td style="${cell};text-align:right;overflow-wrap:anywhere">${prose(value)}</td></tr>`,
  );
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse;border-bottom:1px solid #e8eaed;font-size:14px;line-height:20px">${rows.join('')}</table>`;
}

/** A number on the next line than its sign reads badly. */
function prose(text: string): string {
  return escapeHtml(text).replaceAll('№ ', '№&nbsp;');
}

function unbroken(text: string): string {
  return `<span style="white-space:nowrap">${escapeHtml(text)}</span>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
