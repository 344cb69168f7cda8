import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../format/date.ts';
import { useTimezone } from '../../queries/profile.ts';
import { unpaidInvoicesQuery } from './queries.ts';
import classes from './unidentified.module.css';

interface InvoiceChoiceProps {
  organizationId: string;
  /** Empty for none. */
  chosenId: string;
  onChoose: (invoiceId: string) => void;
}

/** Which of the organization's unpaid invoices the money pays; it reaches the balance either way. */
export function InvoiceChoice({ organizationId, chosenId, onChoose }: InvoiceChoiceProps) {
  const { data } = useQuery(unpaidInvoicesQuery(organizationId));
  const timezone = useTimezone();
  if (!data || data.length === 0) return null;
  const options = data.map(({ id, number, createdAt, amountMinor, paidMinor, currency }) => ({
    id,
    title: `№\u00a0${number} от ${formatDay(createdAt, timezone)}`,
    about: `осталось оплатить ${formatMoney({ amountMinor: amountMinor - paidMinor, currency })}`,
  }));
  return (
    <fieldset className={classes.choice}>
      <legend>Счёт</legend>
      <div className={classes.options}>
        {[{ id: '', title: 'Без счёта', about: 'просто на баланс' }, ...options].map(({ id, title, about }) => (
          <label key={id}>
            <input type="radio" name="invoice" checked={id === chosenId} onChange={() => onChoose(id)} />
            <span>
              {title}
              <span className={classes.secondary}>{about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
