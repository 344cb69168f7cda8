export const style = `
:root {
  color-scheme: light dark;
  --page: #f5f5f5; --card: #fff; --line: #e0e3e7; --edge: #7b8591; --text: #1c2126; --quiet: #5f6b7a;
  --primary: #027bf3; --on-primary: #fff; --link: #0268d0; --tint: #e8f2fe;
  --error: #b42318; --good: #1a7f37; --wait: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #141414; --card: #1f1f1f; --line: #363636; --edge: #7f8995; --text: #eceef0; --quiet: #a3adba;
    --primary: #4da6ff; --on-primary: #0b1a2b; --link: #4da6ff; --tint: #16283b;
    --error: #ff8a80; --good: #5fd07f; --wait: #f0b54a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 16px; min-height: 100dvh; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 480px; margin: 0 auto; }
.note { margin: 0 0 12px; font-size: 13px; color: var(--quiet); text-align: center; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px; }
h1, .amount { line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 19px; }
.amount { font-size: 32px; font-weight: 700; font-variant-numeric: tabular-nums; margin: 4px 0 0; }
.about { margin: 4px 0 0; color: var(--quiet); overflow-wrap: anywhere; }
.methods { display: grid; grid-template-columns: 1fr 1fr; gap: 4px; padding: 4px; margin: 20px 0 0;
  background: var(--page); border-radius: 8px; }
.methods a { padding: 8px; border-radius: 6px; text-align: center; text-decoration: none; color: var(--text); }
.methods a[aria-current] { background: var(--card); font-weight: 600;
  box-shadow: 0 0 0 1px var(--line), inset 0 -3px 0 var(--primary); }
form.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; margin: 20px 0 0; align-items: start; }
.wide, form.fields button { grid-column: 1 / -1; }
.field { min-width: 0; }
label { display: block; font-weight: 600; }
input {
  width: 100%; height: 44px; margin: 4px 0 0; padding: 0 12px; font: inherit; font-size: 16px;
  font-variant-numeric: tabular-nums; color: inherit; background: var(--card); border: 1px solid var(--edge);
  border-radius: 8px;
}
input[aria-invalid] { border-color: var(--error); box-shadow: inset 0 0 0 1px var(--error); }
.hint, .error { margin: 4px 0 0; font-size: 13px; color: var(--quiet); text-wrap: pretty; }
.error { color: var(--error); }
button, .button {
  display: flex; align-items: center; justify-content: center; width: 100%; min-height: 48px; padding: 8px 16px;
  font: inherit; text-align: center;
  text-decoration: none; border: 0; border-radius: 8px; cursor: pointer;
}
.main { font-size: 19px; font-weight: 700; background: var(--primary); color: var(--on-primary); }
.plain { min-height: 44px; margin: 8px 0 -8px; background: transparent; color: var(--link); }
.plain:hover { background: var(--tint); }
:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
a { color: var(--link); }
form.confirm { margin: 20px 0 0; }
.qr { display: block; width: 224px; max-width: 100%; margin: 20px auto 12px; border-radius: 8px; overflow: hidden; }
.qr svg { display: block; }
.center { text-align: center; text-wrap: balance; }
details { margin: 16px 0 0; padding: 12px 16px; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; }
summary { cursor: pointer; font-weight: 600; }
details p { margin: 8px 0; font-size: 13px; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 6px 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; }
th { padding-right: 12px; white-space: nowrap; font-variant-numeric: tabular-nums; }
th a { display: inline-block; margin: -6px 0; padding: 6px 0; }
th a[aria-current] { font-weight: 700; text-decoration: none; }
thead th { color: var(--quiet); border: 0; }
.outcome { text-align: center; text-wrap: balance; }
.outcome svg { width: 56px; height: 56px; margin: 8px auto 12px; display: block; }
.outcome .button { margin: 24px 0 0; }
.good { color: var(--good); } .bad { color: var(--error); } .wait { color: var(--wait); }
@media (min-width: 560px) {
  body { padding: 48px 16px; }
  .card { padding: 24px; }
  details { padding: 16px 24px; }
}
`;
