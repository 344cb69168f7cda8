import { listAllAudit } from '@kazna/contract/admin/audit';
import { getBusiness, updateBusiness } from '@kazna/contract/admin/business';
import { createKey, rollKey } from '@kazna/contract/admin/keys';
import { updateUser } from '@kazna/contract/admin/users';
import { createWebhook, renewWebhookSecret, updateWebhook } from '@kazna/contract/admin/webhooks';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { businessBody, ownAccount, setBusiness } from '../../tests/support/business.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { createPerson } from '../../tests/support/people.ts';
import { newStaff } from '../../tests/support/staff.ts';

const app = appForThisFile();
let actor: SignedIn;
let colleague: SignedIn;
beforeAll(async () => {
  await setBusiness(app);
  actor = await newStaff(app, 'admin', 'Ольга');
  colleague = await newStaff(app, 'admin', 'Пётр');
});

const lastAction = async () => {
  const { body } = await app.call(listAllAudit, { query: { limit: 1 } }, { token: actor.token });
  return body.items[0];
};
/** Both get the same, whoever acted. */
const letterToBoth = async (subject: string): Promise<string> => {
  const [own, other] = [await app.letter(actor.email, subject), await app.letter(colleague.email, subject)];
  expect(own.text.replace('Ольга', 'Пётр')).toContain(other.text.split('\n').at(2));
  return other.text;
};
const thiefsAccount = '40702810900000005555';

test('a changed bank account is sent to every administrator with the old and the new one, and the log has both', async () => {
  const { token } = actor;
  const { version } = (await app.call(getBusiness, {}, { token })).body;
  const [first] = businessBody.bankAccounts;
  const bankAccounts = [{ ...first, bankName: 'АО «ДРУГОЙ БАНК»', bank: { ...first?.bank, account: thiefsAccount } }];
  const data = { ...businessBody, bankAccounts } as typeof businessBody;
  const answer = await app.call(updateBusiness, { body: { version, data } }, { token });
  expect(answer.status).toBe(200);
  const text = await letterToBoth('Реквизиты компании изменены');
  expect(text).toContain('Счета в банках: 40702…3017, ПАО СБЕРБАНК, БИК 044525225');
  expect(text).toContain('→ 40702…5555, АО «ДРУГОЙ БАНК»');
  expect(text).toContain(actor.email);
  expect(text).not.toContain(thiefsAccount);
  const { action, details } = (await lastAction()) ?? {};
  expect(action).toBe('business.changed');
  expect(details?.changes).toContain(`${ownAccount}, ПАО СБЕРБАНК`);
  expect(details?.changes).toContain(`→ ${thiefsAccount}, АО «ДРУГОЙ БАНК»`);
});

test('requisites that are saved as they were make no letter', async () => {
  const { token } = actor;
  const { version, data } = (await app.call(getBusiness, {}, { token })).body;
  const count = async () => (await app.db.queryText("select from pgboss.job where name = 'admin-letter'")).rows.length;
  const before = await count();
  await app.call(updateBusiness, { body: { version, data: data as typeof businessBody } }, { token });
  expect(await count()).toBe(before);
});

test('a new key and a rolled one are sent to every administrator with name, scopes, networks and who', async () => {
  const { token } = actor;
  const form = { name: 'Выгрузка', scopes: ['payments:read', 'events:read'] as const, networks: ['10.0.0.0/8'] };
  const { body } = await app.call(createKey, { body: { ...form, scopes: [...form.scopes] } }, { token });
  const text = await letterToBoth('Создан ключ API: Выгрузка');
  expect(text).toContain('Права: payments:read, events:read. Откуда: 10.0.0.0/8. Срок: бессрочно.');
  expect(text).toContain(`Кто: Ольга, ${actor.email}`);
  await app.call(rollKey, { params: { keyId: body.id }, body: { overlapHours: 24 } }, { token });
  expect(await letterToBoth('Сменён ключ API: Выгрузка')).toContain('Прежний проработает ещё 24 ч.');
});

test('a new administrator is announced to the others by letter, with old role, new role and reason', async () => {
  const person = await createPerson(app);
  const body = { operatorRole: 'admin' as const, reason: 'Вместо уволенного' };
  await app.call(updateUser, { params: { userId: person.id }, body }, { token: actor.token });
  const text = await letterToBoth('Назначен администратор');
  expect(text).toContain(`${person.email}: не сотрудник → администратор.`);
  expect(text).toContain('Причина: Вместо уволенного.');
  expect((await lastAction())?.details).toEqual({ from: 'none', to: 'admin', reason: 'Вместо уволенного' });
});

test('an administrator who is demoted or blocked gets the letter about it too', async () => {
  const demoted = await newStaff(app, 'admin');
  const blocked = await newStaff(app, 'admin');
  const change = (userId: string, body: { operatorRole?: null; status?: 'blocked' }) =>
    app.call(updateUser, { params: { userId }, body: { ...body, reason: 'Проверка' } }, { token: actor.token });
  await change(demoted.id, { operatorRole: null });
  await change(blocked.id, { status: 'blocked' });
  await app.letter(demoted.email, 'Роль сотрудника изменена');
  await app.letter(blocked.email, 'Сотрудник заблокирован');
});

test('another webhook address and a new secret are sent to every administrator with the old and the new address', async () => {
  const { token } = actor;
  const form = { url: 'https://one.example/hooks?token=hidden', types: ['*' as const], description: null };
  const { body } = await app.call(createWebhook, { body: form }, { token });
  expect(await letterToBoth('Добавлен адрес вебхуков')).toContain('one.example/hooks');
  const params = { endpointId: body.id };
  await app.call(updateWebhook, { params, body: { url: 'https://two.example/' } }, { token });
  const moved = await letterToBoth('Изменён адрес вебхуков');
  expect(moved).toMatch(/one\.example\/hooks.* → .*two\.example/);
  expect(moved).not.toContain('hidden');
  await app.call(renewWebhookSecret, { params, body: { overlapHours: 0 } }, { token });
  await letterToBoth('Сменён секрет вебхуков');
});
