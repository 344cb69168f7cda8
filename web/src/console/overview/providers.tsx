import {
  chooseProvider,
  listProviders,
  type ProviderHealth,
  providerTitle,
  type Providers as State,
} from '@kazna/contract/admin/providers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { QueryFailure } from '../../ui/page.tsx';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import page from './overview.module.css';
import classes from './providers.module.css';

const methodLabels = { card: 'Новые платежи картой', sbp: 'Новые платежи по СБП' };

/** How each payment provider does, and which of them takes new payments. */
export function Providers() {
  const { data, error, refetch } = useQuery(providersQuery());
  return (
    <section className={page.card} aria-label="Платёжные системы">
      <h2>Платёжные системы</h2>
      {error && !data ? (
        <QueryFailure what="Платёжные системы не загрузились" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={5} />
      ) : (
        <>
          <ul className={classes.list}>
            {data.items.map((provider) => (
              <Provider key={provider.name} provider={provider} />
            ))}
          </ul>
          {data.items.length > 1 && <Choice state={data} />}
        </>
      )}
    </section>
  );
}

/** Returns «Т-Банк», or an empty string where all answer. */
export function silentProviders(state: State | undefined): string {
  return (state?.items ?? [])
    .filter(({ isSilent }) => isSilent)
    .map(({ name }) => providerTitle(name))
    .join(', ');
}

function Provider({ provider }: { provider: ProviderHealth }) {
  const { name, hour, day, lastAnswerAt, isSilent } = provider;
  return (
    <li data-silent={isSilent}>
      <h3>{providerTitle(name)}</h3>
      <p className={isSilent ? classes.silent : page.note}>
        {isSilent ? 'Не отвечает. ' : ''}
        {lastAnswerAt ? (
          <>
            Последний ответ: <Moment at={lastAnswerAt} />
          </>
        ) : (
          'Запросов ещё не было'
        )}
      </p>
      <dl>
        <Period label="За час" period={hour} />
        <Period label="За сутки" period={day} />
      </dl>
    </li>
  );
}

function Period({ label, period }: { label: string; period: ProviderHealth['hour'] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{periodText(period)}</dd>
    </div>
  );
}

/** Returns «Оплачено 9 из 10, 90 %. Без ответа 1 из 40 запросов» or «Платежей не было. Запросов не было». */
export function periodText({ paid, settled, calls, unanswered }: ProviderHealth['hour']): string {
  const share =
    settled === 0
      ? 'Платежей не было.'
      : `Оплачено ${paid.toLocaleString('ru')} из ${settled.toLocaleString('ru')}, ${Math.round((100 * paid) / settled)}\u00a0%.`;
  const errors =
    calls === 0
      ? 'Запросов не было'
      : unanswered === 0
        ? `Ответы на все запросы: ${calls.toLocaleString('ru')}`
        : `Без ответа ${unanswered.toLocaleString('ru')} из ${calls.toLocaleString('ru')} запросов`;
  return `${share} ${errors}`;
}

function Choice({ state }: { state: State }) {
  const { can } = useStaff();
  const mayChoose = can('admin.manage');
  const { run, failure, isPending } = useAction(async (method: 'card' | 'sbp', provider: string) => {
    const changed = await callConfirmed(chooseProvider, { params: { method }, body: { provider } });
    queryClient.setQueryData(providersQuery().queryKey, changed);
    void refreshAdmin();
    showToast({ kind: 'success', message: `${methodLabels[method]}: ${providerTitle(provider)}` });
  });
  return (
    <div className={classes.choices}>
      {state.choices.map(({ method, provider }) => (
        <SelectField
          key={method}
          label={methodLabels[method]}
          value={provider}
          disabled={!mayChoose || isPending}
          data={state.items.map(({ name }) => ({ value: name, label: providerTitle(name) }))}
          onChange={(event) => run(method, event.currentTarget.value)}
        />
      ))}
      <p className={page.note}>
        Платежи, карты и возвраты, которые уже есть, остаются там, где созданы. Если выбранная система не принимает
        такой платёж, его берёт другая.
      </p>
      <FormFailure failure={failure} />
    </div>
  );
}

export function providersQuery() {
  return queryOptions({
    queryKey: ['admin', 'providers'],
    queryFn: () => call(listProviders),
    refetchInterval: 30_000,
  });
}
