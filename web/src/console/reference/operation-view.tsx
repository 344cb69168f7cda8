import { useState } from 'react';
import { Choices } from '../../ui/choices.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { scopeLabel } from '../keys/api-keys.tsx';
import { clientExample, curlExample, exampleOf, type Reader } from './examples.ts';
import { type FieldRow, fieldNotes, fieldsOf, limitsText, typeText } from './field-notes.ts';
import type { Operation, OperationError, Parameter } from './operations.ts';
import classes from './reference.module.css';
import { TryOperation } from './try-operation.tsx';

interface OperationViewProps {
  operation: Operation;
  reader: Reader;
  apiKey: string;
  /** On an installation that plays payments and letters: calls that write may be tried too. */
  mayWrite: boolean;
}

export function OperationView({ operation, ...rest }: OperationViewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { method, path, reference } = operation;
  return (
    <details className={classes.operation} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span className={classes.does}>{reference.title}</span>
      </summary>
      {isOpen && <OperationBody operation={operation} {...rest} />}
    </details>
  );
}

function OperationBody({ operation, reader, apiKey, mayWrite }: OperationViewProps) {
  const { method, scope, answer, status, reference } = operation;
  return (
    <div className={classes.body}>
      {reference.hint && <p>{reference.hint}</p>}
      <p>
        Право ключа: {scopeLabel(scope).toLowerCase()} <code>{scope}</code>
      </p>
      <Fields operation={operation} />
      <Examples operation={operation} reader={reader} />
      <h3>Ответ {status}</h3>
      <pre className={classes.code}>
        {answer ? JSON.stringify(exampleOf(answer, '', false), null, 2) : 'Без содержания'}
      </pre>
      <FieldList title="Поля ответа" fields={fieldsOf(answer)} />
      <Errors errors={operation.errors} />
      {(method === 'GET' || mayWrite) && (
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
  const fields = [
    ...parameters.map(({ name, schema, required, in: place }) => ({
      ...{ name, path: name, schema, isRequired: required, place: places[place] },
    })),
    ...fieldsOf(body).map((field) => ({ ...field, place: places.body })),
  ];
  return <FieldList title="Параметры" fields={fields} />;
}

interface FieldListProps {
  title: string;
  fields: readonly (FieldRow & { place?: string })[];
}

function FieldList({ title, fields }: FieldListProps) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.fields}>
        {fields.map(({ path, name, schema, isRequired, place }) => (
          <li key={`${place} ${path}`}>
            <code>{path}</code>
            <span>
              {fieldNotes[name] && <span className={classes.meaning}>{fieldNotes[name]}</span>}
              <span>
                {[place, typeText(schema), place && isRequired && 'обязательно', limitsText(schema)]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What every call may answer stands last: what is the call's own is what a program has to know. */
const common = ['malformed_request', 'unauthorized', 'network_not_allowed', 'scope_missing', 'request_timeout'];
const rank = ({ code, status }: OperationError) => (status >= 500 || common.includes(code) ? 1 : 0);

function Errors({ errors }: Pick<Operation, 'errors'>) {
  return (
    <>
      <h3>Ошибки</h3>
      <ul className={classes.fields} aria-label="Ошибки">
        {errors
          .toSorted((one, other) => rank(one) - rank(other))
          .map(({ status, code, text }) => (
            <li key={code}>
              <code>
                {status} {code}
              </code>
              <span>{text}</span>
            </li>
          ))}
      </ul>
    </>
  );
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
