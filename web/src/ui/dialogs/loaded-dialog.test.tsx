// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { button, click, field, press, render, type } from '../../../tests/render.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { LoadedDialog } from './loaded-dialog.tsx';

const question = () => document.querySelector('[role="alert"]')?.textContent;
let closed = 0;
beforeEach(() => {
  closed = 0;
});

async function openDialog({ isSaved = false, isPending = false, isLoading = false, isSecret = false } = {}) {
  const dialog = (isOpen: boolean, isActing = isPending) => (
    <MantineProvider env="test">
      <LoadedDialog isOpen={isOpen} onClose={() => (closed += 1)} title="Вернуть деньги">
        <input name="reason" />
        <input name="note" />
        <input name="whole" type="checkbox" />
        {isSaved && <p data-saved>Сохранено</p>}
        {isLoading && <ul aria-busy />}
        {isSecret && <output data-shown-once>sk_live_1</output>}
        <DialogActions action="Вернуть" onAction={() => {}} onCancel={() => (closed += 1)} isPending={isActing} />
      </LoadedDialog>
    </MantineProvider>
  );
  const show = await render(dialog(true));
  return {
    shut: () => show(dialog(false)),
    open: () => show(dialog(true)),
    begin: () => show(dialog(true, true)),
    remove: () => show(null),
  };
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

test('a dialog whose action is under way closes by neither its buttons nor Escape nor a click outside', async () => {
  await openDialog({ isPending: true });
  await click(button('Отмена'));
  await click(button('Закрыть'));
  await press('Escape');
  await click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
  expect([closed, question()]).toEqual([0, undefined]);
});

test('the question about typed text closes no dialog whose action is under way', async () => {
  const { begin } = await openDialog();
  await type(field('reason'), 'Ошиблись суммой');
  await press('Escape');
  await begin();
  await click(button('Закрыть окно'));
  expect(closed).toBe(0);
});

test('Escape in a dialog that shows a secret once asks first, with nothing typed too', async () => {
  await openDialog({ isSecret: true });
  await act(async () => field('reason').focus());
  await press('Escape');
  expect([closed, question()]).toEqual([0, 'Закрыть окно? Ещё раз мы это не покажем.']);
  await click(button('Закрыть окно'));
  expect(closed).toBe(1);
});

test('a dialog in which a list is loading or a file is downloading closes', async () => {
  await openDialog({ isLoading: true });
  await act(async () => field('reason').focus());
  await press('Escape');
  await click(button('Закрыть'));
  expect(closed).toBe(2);
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

test('a dialog that shows a form and then its list again keeps the focus inside and asks about nothing', async () => {
  const dialog = (isForm: boolean) => (
    <MantineProvider env="test">
      <LoadedDialog isOpen onClose={() => (closed += 1)} title={isForm ? 'Новый счётчик' : 'Счётчики'}>
        {isForm ? <input name="key" /> : <button type="button">Добавить</button>}
      </LoadedDialog>
    </MantineProvider>
  );
  const show = await render(dialog(false));
  await act(async () => button('Добавить').focus());
  await show(dialog(true));
  expect(document.activeElement).toBe(field('key'));
  await type(field('key'), 'traffic');
  await show(dialog(false));
  expect(document.activeElement).toBe(button('Добавить'));
  await press('Escape');
  expect([closed, question()]).toEqual([1, undefined]);
});
