import { useState } from 'react';
import { Choices } from '../../ui/choices.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { scopeLabel } from '../keys/api-keys.tsx';
import { clientExample, curlExample, exampleOf, type Reader } from './examples.ts';
import { operationLabels } from './operation-labels.ts';
import type { Operation, Parameter, Schema } from './operations.ts';
import classes from './reference.module.css';
import { TryOperation } from './try-operation.tsx';

interface OperationViewProps {
  operation: Operation;
  reader: Reader;
  apiKey: string;
}

export function OperationView({ operation, reader, apiKey }: OperationViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, method, path } = operation;
  return (
    <details className={classes.operation} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span className={classes.does}>{operationLabels[id]?.[0]}</span>
      </summary>
      {isOpen && <OperationBody operation={operation} reader={reader} apiKey={apiKey} />}
    </details>
  );
}

function OperationBody({ operation, reader, apiKey }: OperationViewProps) {
  const { id, method, scope, body, answer, status } = operation;
  const explanation = operationLabels[id]?.[1];
  return (
    <div className={classes.body}>
      {explanation && <p>{explanation}</p>}
      <p>
        Право ключа: {scopeLabel(scope).toLowerCase()} <code>{scope}</code>
      </p>
      <Fields operation={operation} />
      <Examples operation={operation} reader={reader} />
      <h3>Ответ {status}</h3>
      <pre className={classes.code}>
        {answer ? JSON.stringify(exampleOf(answer, '', false), null, 2) : 'Без содержания'}
      </pre>
      {method === 'GET' && !body && (
        <>
          <h3>Попробовать</h3>
          <TryOperation operation={operation} apiKey={apiKey} />
        </>
      )}
    </div>
  );
}

const places: Record<Parameter['in'] | 'body', string> = {
  path: 'в пути',
  query: 'в запросе',
  header: 'в заголовке',
  body: 'в теле',
};

function Fields({ operation: { parameters, body } }: { operation: Operation }) {
  const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    ...{ name, schema, in: 'body' as const },
    required: body?.required?.includes(name) ?? false,
  }));
  const fields = [...parameters, ...inBody];
  if (fields.length === 0) return null;
  return (
    <>
      <h3>Параметры</h3>
      <ul className={classes.fields}>
        {fields.map(({ name, schema, required, in: place }) => (
          <li key={`${place} ${name}`}>
            <code>{name}</code>
            <span>
              {places[place]}, {typeText(schema)}
              {required && ', обязательно'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function typeText({ type, enum: values, format, anyOf }: Schema): string {
  if (values) return values.join(' | ');
  if (anyOf) return anyOf.map(typeText).join(' | ');
  return format ?? (typeof type === 'string' ? type : (type ?? []).join(' | '));
}

const languages = [
  ['curl', 'curl'],
  ['client', 'TypeScript'],
] as const;

function Examples({ operation, reader }: Pick<OperationViewProps, 'operation' | 'reader'>) {
  const [language, setLanguage] = useState<'curl' | 'client'>('curl');
  const text = language === 'curl' ? curlExample(operation, reader) : clientExample(operation, reader);
  return (
    <>
      <div className={classes.exampleHead}>
        <Choices label="Язык примера" values={languages} chosen={language} onChoose={setLanguage} />
        <CopyButton text={text} copied="Пример скопирован">
          Скопировать
        </CopyButton>
      </div>
      <pre className={classes.code}>{text}</pre>
    </>
  );
}
