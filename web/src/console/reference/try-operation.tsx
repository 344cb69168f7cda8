import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TextField } from '../../ui/forms/fields.tsx';
import type { Operation } from './operations.ts';
import classes from './reference.module.css';

interface TryOperationProps {
  operation: Operation;
  /** Typed by the reader, kept on this page alone. */
  apiKey: string;
}

/** Calls a read of the operator API as a program would. */
export function TryOperation({ operation, apiKey }: TryOperationProps) {
  const fields = operation.parameters.filter((parameter) => parameter.in !== 'header');
  const [values, setValues] = useState<Record<string, string>>({});
  const [answer, setAnswer] = useState('');
  const [isPending, setIsPending] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    if (!apiKey.trim()) return setAnswer('Вставьте ключ в поле вверху страницы.');
    setIsPending(true);
    setAnswer(await askOperation(operation, values, apiKey.trim()));
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
      <Button type="submit" size="sm" aria-busy={isPending}>
        Выполнить
      </Button>
      <output aria-label="Ответ">{answer && <pre className={classes.code}>{answer}</pre>}</output>
    </form>
  );
}

async function askOperation({ path, parameters }: Operation, values: Record<string, string>, key: string) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && values[parameter.name]);
  const query = new URLSearchParams(inQuery.map(({ name }) => [name, values[name] ?? '']));
  try {
    const response = await fetch(`${filled}${query.size > 0 ? `?${query}` : ''}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return `${response.status}\n${JSON.stringify(await response.json(), null, 2)}`;
  } catch {
    return 'Ответа нет. Проверьте ключ и сеть, потом повторите: чтение ничего не меняет.';
  }
}
