// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { button, click, field, press, render, type } from '../../../tests/render.tsx';
import { LoadedDialog } from './loaded-dialog.tsx';

const question = () => document.querySelector('[role="alert"]')?.textContent;
let closed: number;
beforeEach(() => {
  closed = 0;
});

async function openDialog({ isSaved = false } = {}) {
  const dialog = (isOpen: boolean) => (
    <MantineProvider env="test">
      <LoadedDialog isOpen={isOpen} onClose={() => (closed += 1)} title="Вернуть деньги">
        <input name="reason" />
        <input name="note" />
        <input name="whole" type="checkbox" />
        {isSaved && <p data-saved>Сохранено</p>}
      </LoadedDialog>
    </MantineProvider>
  );
  const show = await render(dialog(true));
  return { shut: () => show(dialog(false)), open: () => show(dialog(true)), remove: () => show(null) };
}

const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

test('a dialog in which nothing was typed closes at Escape', async () => {
  await openDialog();
  await act(async () => field('reason').focus());
  await press('Escape');
  expect([closed, question()]).toEqual([1, undefined]);
});

test('Escape in a dialog with typed text asks first, and staying restores the focus', async () => {
  await openDialog();
  await type(field('reason'), 'Ошиблись суммой');
  await press('Escape');
  expect([closed, question()]).toEqual([0, 'Закрыть окно? Введённое не сохранится.']);
  expect(document.activeElement).toBe(button('Остаться'));
  await click(button('Остаться'));
  expect([closed, question()]).toEqual([0, undefined]);
  expect(document.activeElement).toBe(field('reason'));
  expect(field('reason').value).toBe('Ошиблись суммой');
});

test('a second Escape keeps the dialog with typed text open', async () => {
  await openDialog();
  await type(field('note'), 'Заметка');
  await press('Escape');
  await press('Escape');
  expect([closed, question()]).toEqual([0, undefined]);
  expect(document.activeElement).toBe(field('note'));
});

test('a dialog with typed text closes once that is confirmed', async () => {
  await openDialog();
  await type(field('reason'), 'Ошиблись суммой');
  await press('Escape');
  await click(button('Закрыть окно'));
  expect(closed).toBe(1);
});

test('a dialog in which a box was ticked closes without a question', async () => {
  await openDialog();
  await click(field('whole'));
  await act(async () => field('whole').focus());
  await press('Escape');
  expect([closed, question()]).toEqual([1, undefined]);
});

test('a dialog with saved text closes without a question', async () => {
  await openDialog({ isSaved: true });
  await type(field('reason'), 'Ошиблись суммой');
  await press('Escape');
  expect([closed, question()]).toEqual([1, undefined]);
});

test('the close button of a dialog closes it at once, with typed text too', async () => {
  const { shut } = await openDialog();
  await type(field('reason'), 'Ошиблись суммой');
  await click(button('Закрыть'));
  expect(closed).toBe(1);
  await shut();
  expect(question()).toBeUndefined();
});

test('a reopened dialog does not ask about text typed before', async () => {
  const { shut, open } = await openDialog();
  await type(field('reason'), 'Ошиблись суммой');
  await shut();
  await open();
  await act(async () => field('reason').focus());
  await press('Escape');
  expect(question()).toBeUndefined();
});

test('a dialog that unmounts with its opener moves the focus to the heading of the page', async () => {
  const { remove } = await openDialog();
  await act(async () => field('reason').focus());
  await remove();
  await frame();
  expect(document.activeElement).toBe(document.querySelector('h1'));
});
