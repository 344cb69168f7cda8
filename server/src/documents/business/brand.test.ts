import { forgotPassword } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { setBusiness } from '../../../tests/support/business.ts';
import { signedInPerson } from '../../../tests/support/organizations.ts';

const app = appForThisFile();

test('the short name and the colour of the business are in the cabinet and in letters once staff gave them', async () => {
  const person = await signedInPerson(app);
  const brandOf = async () => (await app.call(getProfile, {}, { token: person.token })).body.brand;
  expect(await brandOf()).toBeUndefined();
  await setBusiness(app, { shortName: 'Ромашка', color: '#7a1fa2' });
  expect(await brandOf()).toEqual({ name: 'Ромашка', color: '#7a1fa2' });

  await app.call(forgotPassword, { body: { email: person.email } });
  const { html, text } = await app.letter(person.email, 'Восстановление пароля');
  expect(html).toContain('background:#7a1fa2');
  expect(html).toContain('</span>Ромашка');
  expect(text).toMatch(/--\nРомашка\n$/);
});

test('a colour on which white text cannot be read is refused', async () => {
  await expect(setBusiness(app, { color: '#ffcc00' }, 1)).rejects.toThrow('400');
});
