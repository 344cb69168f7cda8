// @vitest-environment happy-dom
import { problemBody } from '@kazna/contract/shared/problems';
import { act } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { click, field, leave, render, type } from '../../../tests/render.tsx';
import { useContractForm } from './form.ts';

const bank = z.object({ bik: z.optional(z.string().check(z.length(9, 'Девять цифр'))) });
const schema = z.object({
  name: z.string().check(z.minLength(2, 'Не короче двух букв')),
  phone: z.optional(z.string()),
  bank: z.optional(bank),
  isAgreed: z.optional(z.boolean()),
});
const initialValues = { name: '', phone: '', 'bank.bik': '', isAgreed: false };

function Form({ send }: { send: (input: unknown) => Promise<void> }) {
  const { form, text, box, failure, isPending } = useContractForm(schema, initialValues as never);
  const names = ['name', 'phone', 'bank.bik'] as never[];
  return (
    <form {...form(send)}>
      {names.map((name) => {
        const { error, ...input } = text(name);
        return (
          <label key={name}>
            <input {...input} aria-invalid={error !== undefined} />
            <i>{error}</i>
          </label>
        );
      })}
      <Box {...box('isAgreed')} />
      <output>{failure && `${failure.attempt}: ${failure.message}`}</output>
      <button type="submit">{isPending ? 'Отправляем' : 'Отправить'}</button>
    </form>
  );
}

function Box({ error: _error, ...input }: { error: string | undefined } & React.ComponentProps<'input'>) {
  return <input type="checkbox" {...input} />;
}

const submitButton = () => document.querySelector('button') as HTMLButtonElement;
const submit = () => click(submitButton());
const errorAt = (name: string) => field(name).parentElement?.querySelector('i')?.textContent;
const failureText = () => document.querySelector('output')?.textContent;

/** A form whose sendings wait for the test to answer them. */
async function openForm() {
  const sent: { input: unknown; answer: PromiseWithResolvers<void> }[] = [];
  const send = (input: unknown) => {
    const answer = Promise.withResolvers<void>();
    sent.push({ input, answer });
    return answer.promise;
  };
  await render(<Form send={send} />);
  const accept = () => act(async () => sent.at(-1)?.answer.resolve());
  const refuse = (reason: unknown) => act(async () => sent.at(-1)?.answer.reject(reason));
  return { inputs: () => sent.map(({ input }) => input), accept, refuse };
}

test('an empty optional field is not sent, and a field with a dot goes as a part of its object', async () => {
  const { inputs, accept } = await openForm();
  await type(field('name'), 'Анна');
  await type(field('bank.bik'), '044525225');
  await click(field('isAgreed'));
  await submit();
  await accept();
  expect(inputs()).toEqual([{ name: 'Анна', bank: { bik: '044525225' }, isAgreed: true }]);
});

test('a form with errors is not sent: each is shown and the first of their fields gets the focus', async () => {
  const { inputs } = await openForm();
  await type(field('name'), 'Я');
  await type(field('bank.bik'), '12');
  await submit();
  expect(inputs()).toEqual([]);
  expect([errorAt('name'), errorAt('phone'), errorAt('bank.bik')]).toEqual(['Не короче двух букв', '', 'Девять цифр']);
  expect(document.activeElement).toBe(field('name'));
});

test('a field is judged when it is left after typing, not while it is typed in and not when merely passed', async () => {
  await openForm();
  await act(async () => field('bank.bik').focus());
  await leave(field('bank.bik'));
  await type(field('name'), 'Я');
  expect([errorAt('name'), errorAt('bank.bik')]).toEqual(['', '']);
  await leave(field('name'));
  expect(errorAt('name')).toBe('Не короче двух букв');
  await type(field('name'), 'Яна');
  expect(errorAt('name')).toBe('');
});

test('a form that is being sent is not sent twice, and can be sent again after the answer', async () => {
  const { inputs, accept } = await openForm();
  await type(field('name'), 'Анна');
  await submit();
  await submit();
  expect(submitButton().textContent).toBe('Отправляем');
  expect(inputs()).toHaveLength(1);
  await accept();
  expect(submitButton().textContent).toBe('Отправить');
  await submit();
  expect(inputs()).toHaveLength(2);
});

test("the server's errors of fields stand at the fields, the rest above the button, and what was typed stays", async () => {
  const { refuse } = await openForm();
  await type(field('name'), 'Анна');
  await submit();
  const errors = [
    { path: 'bank.bik', message: 'Такого банка нет' },
    { path: 'hidden', message: 'Поле, которого не видно' },
  ];
  await refuse({ ...problemBody('validation_failed'), detail: 'Проверьте форму.', errors });
  expect(errorAt('bank.bik')).toBe('Такого банка нет');
  expect(failureText()).toBe('1: Проверьте форму. Поле, которого не видно');
  expect(document.activeElement).toBe(field('bank.bik'));
  expect(field('name').value).toBe('Анна');
});

test('a failure counts its attempts, so that the same text is read out again, and goes with a success', async () => {
  const { accept, refuse } = await openForm();
  await type(field('name'), 'Анна');
  for (const attempt of [1, 2]) {
    await submit();
    await refuse('a proxy wrote this');
    expect(failureText()).toBe(`${attempt}: ${problemBody('unavailable').detail}`);
  }
  await submit();
  await accept();
  expect(failureText()).toBe('');
});
