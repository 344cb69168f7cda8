import type { FastifyReply, FastifyRequest } from 'fastify';

const light = `
  --page: #f5f5f5; --card: #fff; --sunken: #fafafa; --line: #e8eaed; --strong: #d3d8de; --edge: #868f9c;
  --text: #0f1720; --quiet: #5b6573; --primary: #027bf3; --on-primary: #fff; --link: #0268d0; --tint: #eef6ff;
  --error: #c4320a; --error-tint: #fff0eb; --good: #0e7552; --good-tint: #e7f6ef; --wait: #9a6200;
  --wait-tint: #fff5e0; --shadow: 0 1px 2px rgb(15 23 32 / .04);`;

const dark = `
  --page: #141414; --card: #1b1c1e; --sunken: #232528; --line: #2c2f33; --strong: #3a3f45; --edge: #737c88;
  --text: #eef1f5; --quiet: #9aa4b1; --primary: #4da6ff; --on-primary: #0b1a2b; --link: #4da6ff; --tint: #20303f;
  --error: #ff8f6b; --error-tint: #35231e; --good: #5cc79b; --good-tint: #22302a; --wait: #e6b65c;
  --wait-tint: #302a1e; --shadow: none;`;

export const style = `
:root { color-scheme: light; ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { color-scheme: dark; ${dark} } }
:root[data-theme="dark"] { color-scheme: dark; ${dark} }
* { box-sizing: border-box; }
body {
  margin: 0; padding: 16px; min-height: 100dvh; background: var(--page); color: var(--text);
  font: 400 15px/22px Onest, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  -webkit-font-smoothing: antialiased;
}
main { max-width: 480px; margin: 0 auto; display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
p { margin: 0; }
.note { font-size: 12px; line-height: 16px; font-weight: 500; color: var(--quiet);
  text-align: center; }
.card, details { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: var(--shadow); }
.card { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; padding: 20px 16px; border-radius: 20px; }
h1 { margin: 0; font-size: 13px; line-height: 18px; font-weight: 500; color: var(--quiet); overflow-wrap: anywhere; }
.amount { font-size: 40px; line-height: 44px; font-weight: 600; letter-spacing: -.03em; margin: 4px 0 0;
  overflow-wrap: anywhere; }
.amount small { font-size: .62em; font-weight: 500; letter-spacing: 0; color: var(--quiet); }
.about { margin: 8px 0 0; overflow-wrap: anywhere; text-wrap: pretty; }
.methods { display: grid; grid-template-columns: 1fr 1fr; gap: 2px; padding: 2px; background: var(--sunken);
  border: 1px solid var(--line); border-radius: 10px; }
.methods a { padding: 7px 8px; border-radius: 8px; text-align: center; text-decoration: none; font-weight: 500;
  color: var(--quiet); }
.methods a[aria-current] { background: var(--card); color: var(--text);
  box-shadow: 0 0 0 1px var(--strong), 0 1px 2px rgb(15 23 32 / .1); }
form.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
.wide, form.fields button { grid-column: 1 / -1; }
.field { min-width: 0; }
.tick { display: flex; gap: 10px; align-items: flex-start; }
.tick input { width: 18px; height: 18px; margin: 2px 0 0; flex: none; }
label { display: block; font-size: 13px; line-height: 18px; font-weight: 500; color: var(--quiet); }
input {
  width: 100%; height: 44px; margin: 4px 0 0; padding: 0 12px; font: inherit; font-size: 16px;
  font-variant-numeric: tabular-nums; color: inherit; background: var(--card); border: 1px solid var(--edge);
  border-radius: 8px;
}
input[aria-invalid] { border-color: var(--error); box-shadow: inset 0 0 0 1px var(--error); }
.hint, .error { margin: 4px 0 0; font-size: 13px; line-height: 18px; color: var(--quiet); text-wrap: pretty; }
.error { color: var(--error); }
button, .button {
  display: flex; align-items: center; justify-content: center; width: 100%; padding: 8px 16px; font: inherit;
  text-align: center; text-decoration: none; border: 0; border-radius: 8px; cursor: pointer;
}
.main { min-height: 48px; font-size: 18.67px; line-height: 24px; font-weight: 700; background: var(--primary);
  color: var(--on-primary); }
.plain { min-height: 40px; font-weight: 600; background: transparent; color: var(--link); }
.plain:hover, .quiet button:hover { background: var(--tint); }
.chat { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
.chat li { display: grid; gap: 4px; padding: 10px 14px; border-radius: 14px; background: var(--sunken); margin-right: 24px; }
.chat .own { background: var(--tint); margin: 0 0 0 24px; }
.chat b { font-size: 12px; line-height: 16px; font-weight: 500; color: var(--quiet); }
.chat span { white-space: pre-line; overflow-wrap: anywhere; }
.chat a { color: var(--link); font-weight: 500; }
.people { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
.people button { display: block; padding: 12px 14px; text-align: left; background: var(--card); color: var(--text);
  border: 1px solid var(--strong); border-radius: 10px; }
.people button:hover { background: var(--tint); }
.people b { display: block; font-weight: 600; }
.people span { color: var(--quiet); font-size: 13px; line-height: 18px; }
.quiet { margin-block: -12px -8px; }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
a { color: var(--link); }
.qr { display: block; width: 224px; max-width: 100%; margin: 0 auto; border-radius: 14px; overflow: hidden; }
.qr svg { display: block; }
.center { text-align: center; text-wrap: balance; color: var(--quiet); }
details { overflow: hidden; }
summary { padding: 14px 16px; cursor: pointer; font-weight: 600; letter-spacing: -.01em; }
details p { padding: 0 16px 12px; font-size: 13px; line-height: 18px; color: var(--quiet); text-wrap: pretty; }
.cards { margin: 0; padding: 0; list-style: none; }
.cards a {
  display: grid; grid-template-columns: 20px minmax(0, 1fr); gap: 0 12px; align-items: center; min-height: 44px;
  padding: 6px 16px; border-top: 1px solid var(--line); color: var(--text); text-decoration: none; font-size: 14px;
  line-height: 20px;
}
.cards a:hover { background: var(--sunken); }
.cards a[aria-current] { background: var(--tint); }
.cards a:focus-visible { outline-offset: -2px; }
.cards b { font-weight: 500; font-variant-numeric: tabular-nums; }
.cards a > span { grid-column: 2; color: var(--quiet); font-size: 13px; line-height: 18px; }
.cards svg { grid-row: 1 / 3; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.8;
  stroke-linecap: round; stroke-linejoin: round; }
.outcome { justify-items: center; text-align: center; text-wrap: balance; padding-block: 32px 24px; }
.outcome h1 { font-size: 24px; line-height: 30px; font-weight: 600; letter-spacing: -.02em; color: var(--text); }
.outcome .sign { display: grid; place-items: center; width: 64px; height: 64px; border-radius: 50%; }
.outcome .sign svg { width: 36px; height: 36px; fill: none; stroke: currentColor; stroke-width: 3;
  stroke-linecap: round; stroke-linejoin: round; }
.outcome > p:not(.amount) { color: var(--quiet); }
.good { color: var(--good); } .bad { color: var(--error); } .wait { color: var(--wait); }
.sign.good { background: var(--good-tint); } .sign.bad { background: var(--error-tint); }
.sign.wait { background: var(--wait-tint); }
@media (min-width: 560px) {
  body { padding: 40px 16px; }
  .card { padding: 24px; }
  .outcome { padding-block: 40px 24px; }
  summary, .cards a { padding-inline: 24px; }
  details p { padding-inline: 24px; }
  .cards a { grid-template-columns: 20px 172px minmax(0, 1fr); }
  .cards a > span { grid-column: 3; }
  .cards svg { grid-row: 1; }
}
@media (min-width: 1000px) {
  main:has(> details) { max-width: 976px; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
  main:has(> details) > .note { grid-column: 1 / -1; }
}
`;

const themes = ['light', 'dark'] as const;
export type CheckoutTheme = (typeof themes)[number];

const cookieName = 'sandbox_theme';

/** The shop's link may say `?theme=dark`; a cookie repeats it on later pages. Without either the browser decides. */
export function themeOf(request: FastifyRequest): CheckoutTheme | undefined {
  const [, cookie] = new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  return themes.find((theme) => theme === wantedTheme(request)) ?? themes.find((theme) => theme === cookie);
}

export function keepTheme(request: FastifyRequest, reply: FastifyReply, checkoutUrl: string): void {
  const theme = themes.find((known) => known === wantedTheme(request));
  if (!theme) return;
  const { pathname, protocol } = new URL(checkoutUrl);
  const isSecure = protocol === 'https:';
  const cookie = `${cookieName}=${theme}; Path=${pathname}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  reply.header('set-cookie', cookie);
}

function wantedTheme(request: FastifyRequest): unknown {
  return (request.query as Record<string, unknown> | undefined)?.theme;
}
