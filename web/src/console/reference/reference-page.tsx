import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { PasswordField } from '../../ui/forms/fields.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { keyMask, keysQuery } from '../keys/api-keys.tsx';
import { overviewQuery } from '../overview/overview-page.tsx';
import { useStaff } from '../staff.tsx';
import type { Reader } from './examples.ts';
import { OperationView } from './operation-view.tsx';
import { type OpenApi, operationsByTag, tagLabels } from './operations.ts';
import classes from './reference.module.css';

export function ReferencePage() {
  const [apiKey, setApiKey] = useState('');
  const reader = useReader();
  return (
    <AdminPage title="Справка по API" explanation="Что могут ваши программы и как об этом попросить">
      <Card>
        <div className={classes.intro}>
          <p>
            Адрес: <code>{reader.address}</code>. Ключ передают заголовком <code>Authorization: Bearer</code>, а каждый
            POST ещё и <code>Idempotency-Key</code>: повтор с тем же ключом ничего не делает второй раз. Описание для
            программ: <a href="/v1/openapi.json">/v1/openapi.json</a>.
          </p>
          <PasswordField
            label="Ключ для пробных запросов"
            description="Нужен только для кнопки «Выполнить». Мы его не сохраняем: закроете страницу, и он забудется"
            value={apiKey}
            onChange={(event) => setApiKey(event.currentTarget.value)}
            autoComplete="off"
            data-1p-ignore
          />
        </div>
      </Card>
      <Operations reader={reader} apiKey={apiKey} />
    </AdminPage>
  );
}

/** The newest key that works stands in the examples, as far as it may be shown. */
function useReader(): Reader {
  const { can } = useStaff();
  const { data } = useQuery({ ...keysQuery(), enabled: can('admin.manage') });
  const own = data?.find(({ status }) => status === 'active');
  return { address: window.location.origin, key: own ? keyMask(own) : 'kzn_live_…' };
}

function Operations({ reader, apiKey }: { reader: Reader; apiKey: string }) {
  const { data: overview } = useQuery(overviewQuery());
  const mayWrite = overview?.health.isProviderReal === false && !overview.health.isMailReal;
  const { data, error, refetch } = useQuery(operatorApiQuery());
  if (error && !data) {
    return <QueryFailure what="Справка не загрузилась" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonText lines={12} />;
  return [...data].map(([tag, operations]) => (
    <section key={tag} className={classes.group} aria-label={tagLabels[tag] ?? tag}>
      <h2>{tagLabels[tag] ?? tag}</h2>
      <div className={classes.operations}>
        {operations.map((operation) => (
          <OperationView key={operation.id} operation={operation} reader={reader} apiKey={apiKey} mayWrite={mayWrite} />
        ))}
      </div>
    </section>
  ));
}

/** The document that programs read too: the page cannot say anything else than the server does. */
export function operatorApiQuery() {
  return queryOptions({
    queryKey: ['admin', 'operator-api'],
    queryFn: async () => {
      const answer = await fetch('/v1/openapi.json');
      if (!answer.ok) throw await answer.json();
      return operationsByTag((await answer.json()) as OpenApi);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
