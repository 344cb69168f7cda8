import type { Spending } from '@kazna/contract/cabinet/spending';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useActiveOrganization } from '../../queries/profile.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import classes from './budgets.module.css';
import page from './dashboard-page.module.css';

interface BudgetsProps {
  organizationId: string;
  data: Spending;
  currency: Currency;
}

const load = () => import('./budget-dialog.tsx').then(({ BudgetDialog }) => BudgetDialog);

/** How much of each budget the month has used, with a way to set one. */
export function Budgets({ organizationId, data, currency }: BudgetsProps) {
  const { can } = useActiveOrganization();
  const { Dialog, isOpen, onClose, open } = useDialog(load);
  const [service, setService] = useState<string | null>(null);
  const edit = (chosen: string | null) => {
    setService(chosen);
    open();
  };
  const mayEdit = can('payments.refund');
  if (data.budgets.length === 0 && !mayEdit) return null;
  return (
    <section className={page.card} aria-labelledby="budgets">
      <header className={page.cardHeader}>
        <h2 id="budgets" className={page.cardTitle}>
          Бюджет на месяц
        </h2>
        {mayEdit && (
          <Button variant="default" onClick={() => edit(null)}>
            Задать бюджет
          </Button>
        )}
      </header>
      {data.budgets.length === 0 ? (
        <p className={classes.empty}>
          Задайте, сколько тратить в месяц на все услуги или на одну. Предупредим, когда уйдёт 80&nbsp;% и когда уйдёт
          всё.
        </p>
      ) : (
        <ul className={classes.budgets}>
          {data.budgets.map((budget) => (
            <Budget
              key={budget.service}
              budget={budget}
              currency={currency}
              onEdit={mayEdit ? () => edit(budget.service) : undefined}
            />
          ))}
        </ul>
      )}
      {Dialog && (
        <Dialog
          isOpen={isOpen}
          onClose={onClose}
          organizationId={organizationId}
          currency={currency}
          data={data}
          service={service}
        />
      )}
    </section>
  );
}

interface BudgetProps {
  budget: Spending['budgets'][number];
  currency: Currency;
  onEdit: (() => void) | undefined;
}

function Budget({ budget: { service, limitMinor, spentMinor }, currency, onEdit }: BudgetProps) {
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  const title = service ?? 'Все услуги';
  const leftMinor = limitMinor - spentMinor;
  const tone = leftMinor <= 0 ? 'failure' : spentMinor * 100 >= limitMinor * 80 ? 'pending' : 'success';
  return (
    <li>
      <span className={classes.title}>{title}</span>
      <span className={classes.amount}>
        {money(spentMinor)} из {money(limitMinor)}
      </span>
      <span className={classes.track} aria-hidden="true">
        <span data-tone={tone} style={{ width: `${Math.min(100, Math.max(0, (spentMinor / limitMinor) * 100))}%` }} />
      </span>
      <span className={classes.about} data-tone={tone}>
        {leftMinor > 0 ? `Осталось ${money(leftMinor)}` : `Превышен на ${money(-leftMinor)}`}
      </span>
      {onEdit && (
        <button type="button" className={classes.edit} aria-label={`Изменить бюджет: ${title}`} onClick={onEdit}>
          Изменить
        </button>
      )}
    </li>
  );
}
