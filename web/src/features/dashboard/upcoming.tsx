import type { UpcomingCharge } from '@kazna/contract/cabinet/dashboard';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../format/date.ts';
import { formatCount } from '../../format/numbers.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import page from './dashboard-page.module.css';
import classes from './upcoming.module.css';

interface UpcomingProps {
  charges: readonly UpcomingCharge[];
  currency: Currency;
  balanceMinor: number;
}

const maxRows = 6;

/** Charges of the next 30 days in the dashboard's currency, with the day on which the balance will not suffice. */
export function Upcoming({ charges, currency, balanceMinor }: UpcomingProps) {
  const ofCurrency = charges.filter((charge) => charge.currency === currency && charge.amountMinor > 0);
  if (ofCurrency.length === 0) return null;
  const rows = ofCurrency.slice(0, maxRows);
  const rest = ofCurrency.slice(maxRows);
  const short = firstUncovered(ofCurrency, balanceMinor);
  const textOf = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return (
    <section className={page.card} aria-labelledby="upcoming">
      <header className={page.cardHeader}>
        <h2 id="upcoming" className={page.cardTitle}>
          Списания ближайших 30 дней
        </h2>
        <LinkAnchor to="/services">Все услуги</LinkAnchor>
      </header>
      <ul className={classes.rows}>
        {rows.map(({ subscriptionId, on, serviceName, tariffName, amountMinor }) => (
          <li key={`${subscriptionId} ${on}`}>
            <span className={classes.day}>{dayText(on)}</span>
            <span className={classes.text}>
              <Link to="/services/$id" params={{ id: subscriptionId }} className={classes.link}>
                {serviceName}
              </Link>
              <span className={classes.tariff}>{quoted(tariffName)}</span>
            </span>
            <span className={classes.amount}>{textOf(amountMinor)}</span>
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <span className={classes.day}>до {dayText(rest.at(-1)?.on ?? '')}</span>
            <span className={classes.text}>Ещё {formatCount(rest.length, ['списание', 'списания', 'списаний'])}</span>
            <span className={classes.amount}>{textOf(sumOf(rest))}</span>
          </li>
        )}
      </ul>
      <p className={classes.total}>
        Всего {textOf(sumOf(ofCurrency))}.{' '}
        {short ? (
          <strong>
            Баланса хватит до {dayText(short.on)}, дальше не хватает {textOf(short.missingMinor)}.
          </strong>
        ) : (
          'Баланса на них хватает.'
        )}
      </p>
    </section>
  );
}

/** Days of services belong to the business's calendar, not to a time zone. */
function dayText(day: string): string {
  return formatDay(day, 'UTC').replace(' ', '\u00a0');
}

function sumOf(charges: readonly UpcomingCharge[]): number {
  return charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The day of the first charge that the balance does not cover, and what lacks for all of them; undefined if it covers all. */
export function firstUncovered(
  charges: readonly Pick<UpcomingCharge, 'on' | 'amountMinor'>[],
  balanceMinor: number,
): { on: string; missingMinor: number } | undefined {
  let left = balanceMinor;
  let on: string | undefined;
  for (const charge of charges) {
    left -= charge.amountMinor;
    if (left < 0) on ??= charge.on;
  }
  return on === undefined ? undefined : { on, missingMinor: -left };
}
