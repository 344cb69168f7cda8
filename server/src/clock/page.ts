import { createHash } from 'node:crypto';
import { documentPolicy } from '../platform/http/security-headers.ts';

const style = `
:root { color-scheme: light dark; --quiet: light-dark(#5b6573, #9aa4b1); --line: light-dark(#e8eaed, #2c2f33); --accent: light-dark(#0268d0, #4da6ff); }
body { max-width: 640px; margin: 0 auto; padding: 24px 16px; background: light-dark(#f5f5f5, #141414); color: light-dark(#0f1720, #eef1f5); font: 15px/22px system-ui, sans-serif; }
h1 { margin: 0; font-size: 24px; line-height: 30px; } h1 + p { margin: 4px 0 24px; color: var(--quiet); } h2 { margin: 0; font-size: 18px; line-height: 24px; } h2 + p { margin: 8px 0 0; }
section { margin: 16px 0; padding: 20px 24px; border: 1px solid var(--line); border-radius: 14px; background: light-dark(#fff, #1b1c1e); }
#now { display: block; font-size: 24px; line-height: 32px; font-weight: 600; font-variant-numeric: tabular-nums; }
#ahead, small { color: var(--quiet); font-size: 13px; } a { color: var(--accent); }
#steps { display: flex; flex-wrap: wrap; gap: 8px; } form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-top: 16px; }
label { display: grid; gap: 4px; } input, button { min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 10px; background: light-dark(#fff, #1b1c1e); color: inherit; font: inherit; }
button { cursor: pointer; } button:hover { border-color: var(--accent); } button:disabled, input:disabled { opacity: 0.5; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
progress { display: block; width: 100%; height: 12px; margin-top: 12px; accent-color: var(--accent); }
#error { color: light-dark(#b3261e, #ff8a80); } dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; margin: 12px 0 0; } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
[hidden] { display: none; } @media (max-width: 480px) { section { padding: 16px; } }`;

const script = `
const get = (id) => document.getElementById(id);
const { zone } = document.querySelector('main').dataset;
const text = new Intl.DateTimeFormat('ru-RU', { timeZone: zone, dateStyle: 'long', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
const days = new Intl.PluralRules('ru-RU');
const controls = document.querySelectorAll('button, input');
let isMoving = false;

async function refresh() {
  const answer = await fetch('/dev/clock', { headers: { accept: 'application/json' } });
  show(await answer.json());
}

function show({ now, offsetSeconds, moving }) {
  get('now').textContent = text.format(new Date(now));
  const ahead = Math.floor(offsetSeconds / 86400);
  const name = { one: 'день', few: 'дня' }[days.select(ahead)] ?? 'дней';
  get('ahead').textContent = offsetSeconds < 60 ? 'Совпадает с настоящим временем.' : 'Впереди настоящего времени' + (ahead > 0 ? ' на ' + ahead + '\\u00a0' + name : ' меньше чем на день') + '.';
  get('day').min = day.format(new Date(Date.parse(now) + 86400000));
  if (moving) {
    const [from, to] = [Date.parse(moving.from), Date.parse(moving.to)];
    get('bar').value = (Date.parse(now) - from) / (to - from);
    get('target').textContent = 'Переводим до ' + text.format(to) + '. Каждый день проживаем отдельно.';
  }
  showBusy(isMoving || Boolean(moving));
}

function showBusy(isBusy) {
  get('progress').hidden = !isBusy;
  for (const control of controls) control.disabled = isBusy;
}

async function move(body) {
  isMoving = true;
  get('error').textContent = '';
  get('bar').removeAttribute('value');
  get('target').textContent = 'Переводим…';
  get('done').hidden = true;
  showBusy(true);
  const poll = setInterval(() => refresh().catch(() => {}), 400);
  try {
    const answer = await fetch('/dev/clock', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const said = await answer.json();
    if (answer.ok) showDone(said.done);
    else get('error').textContent = said.errors?.[0]?.message ?? said.detail;
  } catch {
    get('error').textContent = 'Сервер не ответил. Обновите страницу: часы стоят там, куда успели дойти.';
  }
  clearInterval(poll);
  isMoving = false;
  await refresh();
}

function showDone(done) {
  for (const cell of document.querySelectorAll('dd')) {
    const count = done[cell.dataset.name];
    cell.textContent = count;
    cell.hidden = cell.previousElementSibling.hidden = count === 0;
  }
  get('nothing').hidden = Object.values(done).some((count) => count > 0);
  get('done').hidden = false;
}

for (const button of document.querySelectorAll('[data-add]')) button.addEventListener('click', () => move({ add: button.dataset.add }));
get('form').addEventListener('submit', (event) => {
  event.preventDefault();
  move({ now: get('day').value });
});
refresh();
setInterval(() => isMoving || refresh().catch(() => {}), 5000);`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

export const policy = documentPolicy(hashOf(style), `script-src 'sha256-${hashOf(script)}'`, "connect-src 'self'");

const steps = [
  ['P1D', '+1 день'],
  ['P1W', '+1 неделя'],
  ['P1M', '+1 месяц'],
  ['P1Y', '+1 год'],
];

const counted = [
  ['charges', 'Списаний'],
  ['topUps', 'Автопополнений'],
  ['pastDue', 'Не хватило денег'],
  ['suspended', 'Приостановлено услуг'],
  ['resumed', 'Возобновлено услуг'],
  ['expiredHolds', 'Истекло резервов'],
  ['documents', 'Документов за месяц и на аванс'],
  ['notifications', 'Уведомлений'],
];

export function page(zone: string): string {
  const buttons = steps.map(([add, label]) => `<button type="button" data-add="${add}">${label}</button>`);
  const rows = counted.map(([name, label]) => `<dt>${label}</dt><dd data-name="${name}"></dd>`);
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Часы разработки</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main data-zone="${zone}"><h1>Часы разработки</h1>
<p>По ним идут услуги, резервы, документы и автопополнения. Назад они не переводятся.</p>
<section><output id="now" aria-live="off">…</output><span id="ahead"></span></section>
<section><div id="steps">${buttons.join('')}</div>
<form id="form"><label>До дня, полдень<input id="day" type="date" required></label><button>Перевести</button></form>
<div id="progress" role="status" hidden><progress id="bar" max="1" aria-label="Перевод часов"></progress><small id="target"></small></div>
<p id="error" role="alert"></p></section>
<section id="done" hidden><h2>Что произошло</h2><p id="nothing">Ничего.</p><dl>${rows.join('')}</dl></section>
<p><a href="/">Личный кабинет</a> · <a href="/dev/mail">Письма</a></p></main><script>${script}</script></body></html>`;
}
