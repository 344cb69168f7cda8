import { html } from '../checkout/html.ts';
import type { Page } from '../checkout/page.ts';
import { testPeople } from './people.ts';

const note = 'Тестовый ID. Настоящих людей здесь нет.';

/** Every choice is a button of one form, which carries the request on. */
export function choosePage(path: string, request: Record<string, string>, returnUrl: string): Page {
  const fields = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const people = testPeople.map(
    ({ subject, name, hint }) =>
      html`<li><button name="choice" value="${subject}" aria-describedby="${subject}-hint"><b>${name}</b>
<span id="${subject}-hint">${hint}</span></button></li>`,
  );
  return {
    title: 'Тестовый ID',
    note,
    returnUrl,
    body: html`<form class="card" method="post" action="${path}">
<div><h1>Кто входит?</h1>
<p class="about">Выберите человека, которого провайдер назовёт личному кабинету.</p></div>
${fields}
<ul class="people">${people}</ul>
<div class="quiet"><button class="plain" name="choice" value="refuse">Отказаться</button>
<button class="plain" name="choice" value="error">Ответить ошибкой</button></div>
</form>`,
  };
}

export function wrongRequestPage(): Page {
  return {
    title: 'Запрос не принят',
    note,
    status: 400,
    body: html`<section class="card outcome"><h1>Запрос не принят</h1>
<p>Тестовый ID знает только этот личный кабинет. Вернитесь в него и начните вход заново.</p></section>`,
  };
}
