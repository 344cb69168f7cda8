import type { BankStatement } from '@kazna/contract/admin/bank-statements';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { pluralForm } from '../../format/numbers.ts';
import { CheckIcon, InfoIcon, WarningIcon } from '../../ui/icons.tsx';
import classes from './statements.module.css';

const shownFaults = 5;

export function BalancesCheck({ balances: { count, mismatched } }: Pick<BankStatement, 'balances'>) {
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

export function Faults({ faults }: Pick<BankStatement, 'faults'>) {
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
