import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TextField } from '../../ui/forms/fields.tsx';
import { exampleOf } from './examples.ts';
import type { Operation } from './operations.ts';
import classes from './reference.module.css';

interface TryOperationProps {
  operation: Operation;
  /** Typed by the reader, kept on this page alone. */
  apiKey: string;
}

/** Calls the operator API as a program would; a body stands as its example, to be changed. */
export function TryOperation({ operation, apiKey }: TryOperationProps) {
  const fields = operation.parameters.filter((parameter) => parameter.in !== 'header');
  const [values, setValues] = useState<Record<string, string>>({});
  const [answer, setAnswer] = useState('');
  const [body, setBody] = useState(operation.body ? JSON.stringify(exampleOf(operation.body), null, 2) : '');
  const [isPending, setIsPending] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    if (!apiKey.trim()) return setAnswer('Вставьте ключ в поле вверху страницы.');
    if (body && !isJson(body)) return setAnswer('Тело запроса — не JSON. Проверьте кавычки и запятые.');
    setIsPending(true);
    setAnswer(await askOperation(operation, values, { key: apiKey.trim(), body }));
    setIsPending(false);
  }

  return (
    <form onSubmit={(event) => void send(event)} className={classes.try}>
      {fields.map(({ name, required }) => (
        <TextField
          key={name}
          label={name}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          required={required}
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
        />
      ))}
      {operation.method !== 'GET' && (
        <p className={classes.warning}>
          Вызов изменит данные этой установки: она пробная, деньги и письма в ней понарошку.
        </p>
      )}
      {operation.body && (
        <label className={classes.json}>
          Тело запроса
          <textarea
            rows={10}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
            spellCheck={false}
          />
        </label>
      )}
      <Button type="submit" size="sm" aria-busy={isPending}>
        Выполнить
      </Button>
      <output aria-label="Ответ">{answer && <pre className={classes.code}>{answer}</pre>}</output>
    </form>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Sent {
  key: string;
  body: string;
}

async function askOperation({ method, path, parameters }: Operation, values: Record<string, string>, sent: Sent) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && values[parameter.name]);
  const query = new URLSearchParams(inQuery.map(({ name }) => [name, values[name] ?? '']));
  try {
    const response = await fetch(`${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${sent.key}`,
        ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
        ...(sent.body && { 'content-type': 'application/json' }),
      },
      ...(sent.body && { body: sent.body }),
    });
    const text = await response.text();
    return `${response.status}\n${text && JSON.stringify(JSON.parse(text), null, 2)}`;
  } catch {
    return 'Ответа нет. Проверьте ключ и сеть, потом повторите.';
  }
}
