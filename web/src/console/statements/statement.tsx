import { type BankStatement, getBankStatement, listBankStatements } from '@kazna/contract/admin/bank-statements';
import { formatMoney } from '@kazna/contract/shared/money';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatDays } from '../../format/date.ts';
import { formatCount, pluralForm } from '../../format/numbers.ts';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import type { Sum } from './decisions.ts';
import classes from './statements.module.css';

const looks = {
  preview: ['pending', ClockIcon, 'Не проведена'],
  posted: ['success', CheckIcon, 'Проведена'],
  undone: ['neutral', CrossedIcon, 'Отменена'],
} as const;

export function StatementStatusMark({ status }: Pick<BankStatement, 'status'>) {
  const [tone, Icon, label] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {label}
    </StatusMark>
  );
}

/** «Т-Банк ·· 4567 за 1 февраля», «Выписка с 1 февраля по 3 февраля» where the account is not known. */
export function statementTitle({
  accounts,
  firstDay,
  lastDay,
}: Pick<BankStatement, 'accounts' | 'firstDay' | 'lastDay'>): string {
  const [first, ...others] = accounts;
  const account = first && `${first.bankName ?? 'Счёт'} ··\u00a0${first.number.slice(-4)}`;
  const more = others.length > 0 ? ` и ещё ${formatCount(others.length, ['счёт', 'счёта', 'счетов'])}` : '';
  const name = account ? `${account}${more}` : 'Выписка';
  return firstDay && lastDay ? `${name} ${formatDays(firstDay, lastDay)}` : `${name} без документов`;
}

export const roubles = (amountMinor: number) => formatMoney({ amountMinor, currency: 'RUB' });

export function countText({ count }: Pick<Sum, 'count'>): string {
  return `${count.toLocaleString('ru')}\u00a0${pluralForm(count, ['платёж', 'платежа', 'платежей'])}`;
}

export function Outcome({ label, sums }: { label: string; sums: readonly (readonly [title: string, sum: Sum])[] }) {
  return (
    <dl className={classes.outcome} aria-label={label}>
      {sums.map(([title, sum]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{roubles(sum.amountMinor)}</dd>
          <dd>{countText(sum)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function statementsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'statements'],
    queryFn: ({ pageParam: cursor }) => call(listBankStatements, { query: { limit: 25, cursor } }),
    select: itemsOf,
  });
}

export function statementQuery(statementId: string) {
  return queryOptions({
    queryKey: ['admin', 'statement', statementId],
    queryFn: () => call(getBankStatement, { params: { statementId } }),
  });
}
