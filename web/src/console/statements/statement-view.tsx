import type { BankStatement, IncomingDocument } from '@kazna/contract/admin/bank-statements';
import { groupThousands } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { pluralForm } from '../../format/numbers.ts';
import { CompassDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { CheckIcon, InfoIcon, WarningIcon } from '../../ui/visitor-icons.tsx';
import { outcomeOf, sumOf, type Tick, type Ticks } from './decisions.ts';
import { DocumentsTable } from './documents-table.tsx';
import { groupsOf } from './groups.ts';
import { Outcome } from './statement.tsx';
import classes from './statements.module.css';

export interface StatementsSearch {
  /** Id of the open statement. */
  statement?: string | undefined;
  group?: string | undefined;
}

interface StatementViewProps {
  statement: BankStatement;
  search: StatementsSearch;
  /** Undefined where nothing can be decided. */
  ticks: Ticks | undefined;
  onTick: (documents: readonly IncomingDocument[], tick: Tick) => void;
}

export function StatementView({ statement, search, ticks, onTick }: StatementViewProps) {
  const groups = groupsOf(statement);
  const current = groups.find(({ id }) => id === search.group) ?? groups[0];
  return (
    <div className={classes.view}>
      <Faults faults={statement.faults} />
      {current ? (
        <>
          <Sums statement={statement} ticks={ticks} />
          <BalancesCheck balances={statement.balances} />
          <StateTabs
            label="Документы выписки"
            items={groups.map(({ id, title, incoming, others }) => ({
              title,
              count: groupThousands((incoming ?? others).length),
              isCurrent: id === current.id,
              search: { ...search, group: id },
            }))}
          />
          <DocumentsTable key={current.id} group={current} ticks={ticks} onTick={onTick} />
        </>
      ) : (
        <Empty
          drawing={<CompassDrawing />}
          title="Своих документов в файле нет"
          action={<LinkButton to="/admin/business">Проверить реквизиты</LinkButton>}
        >
          Ничего не зачислено. Возможно, файл не в формате 1С или счёт компании не указан в реквизитах.
        </Empty>
      )}
    </div>
  );
}

function Sums({ statement, ticks }: Pick<StatementViewProps, 'statement' | 'ticks'>) {
  if (statement.status === 'preview') {
    const { credited, unidentified, left } = outcomeOf(statement, ticks ?? new Map());
    const sums = [
      ['Зачислится', credited],
      ['В невыясненные', unidentified],
      ['Не тронем', left],
    ] as const;
    return <Outcome label="Что произойдёт" sums={sums} />;
  }
  const sumBy = (status: string) => sumOf(statement.incoming.filter(({ receipt }) => receipt?.status === status));
  const sums =
    statement.status === 'undone'
      ? ([
          ['Отменено', sumBy('undone')],
          ['Возвращено', sumBy('returned')],
          ['Не тронуто', sumOf(statement.incoming.filter(({ receipt }) => !receipt))],
        ] as const)
      : ([
          ['Зачислено', sumBy('credited')],
          ['Не выяснено', sumBy('unidentified')],
          ['Не тронуто', sumOf(statement.incoming.filter(({ receipt }) => !receipt))],
        ] as const);
  return <Outcome label="Что произошло" sums={sums} />;
}

const shownFaults = 5;

function BalancesCheck({ balances: { count, mismatched } }: Pick<BankStatement, 'balances'>) {
  if (count === 0) {
    return (
      <p className={classes.check}>
        <InfoIcon />
        Остатков наших счетов в файле нет, сверить документы не с чем.
      </p>
    );
  }
  const isRight = mismatched === 0;
  return (
    <p className={classes.check} data-tone={isRight ? 'success' : 'failure'}>
      {isRight ? <CheckIcon /> : <WarningIcon />}
      {isRight
        ? 'Остатки и обороты банка сходятся с документами.'
        : 'Остатки или обороты банка не сходятся с документами: файл неполный или изменён. Выгрузите выписку заново.'}
    </p>
  );
}

function Faults({ faults }: Pick<BankStatement, 'faults'>) {
  const [isOpen, setIsOpen] = useState(false);
  if (faults.length === 0) return null;
  const hidden = faults.length - shownFaults;
  return (
    <section className={classes.faults} aria-label="Замечания к файлу">
      <h2>
        {faults.length} {pluralForm(faults.length, ['замечание', 'замечания', 'замечаний'])} к файлу
      </h2>
      <ol>
        {faults.slice(0, isOpen ? undefined : shownFaults).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <span>Строка {line}</span>
            {message}
          </li>
        ))}
      </ol>
      {hidden > 0 && !isOpen && (
        <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
          Показать ещё {hidden}
        </Button>
      )}
    </section>
  );
}
