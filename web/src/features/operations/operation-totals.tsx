import { directions, type EntryTotal, entryKinds, type getEntryTotals } from '@kazna/contract/cabinet/balance';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { type Currency, formatMoney, type Money } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { heldExplanation, heldText } from '../../parts/money-texts.ts';
import { balanceQuery } from '../../queries/money.ts';
import { Totals } from '../../ui/lists/totals.tsx';
import classes from './operations-table.module.css';

interface OperationTotalsProps {
  /** Undefined while loading. */
  totals: Answer<typeof getEntryTotals> | undefined;
  hasFailed: boolean;
}

export function OperationTotals({ totals, hasFailed }: OperationTotalsProps) {
  return (
    <Totals count={totals?.count} forms={['операция', 'операции', 'операций']} hasFailed={hasFailed}>
      {byCurrency(totals?.items ?? []).map(({ currency, inMinor, outMinor, kinds }) => (
        <span key={currency} title={kinds.map(kindText).join('\n')}>
          {(inMinor > 0 || outMinor === 0) && <Sum label={directions.in} amountMinor={inMinor} currency={currency} />}
          {inMinor > 0 && outMinor > 0 && ' · '}
          {outMinor > 0 && (
            <Sum
              label={inMinor > 0 ? directions.out.toLowerCase() : directions.out}
              amountMinor={outMinor}
              currency={currency}
            />
          )}
        </span>
      ))}
    </Totals>
  );
}

function Sum({ label, ...money }: { label: string } & Money) {
  return (
    <>
      {label} <b>{formatMoney(money)}</b>
    </>
  );
}

/** Returns «Корректировка: +100 ₽ и −50 ₽»: a kind may go both ways. */
function kindText({ kind, currency, inMinor, outMinor }: EntryTotal): string {
  const sums = [
    inMinor > 0 && `+${formatMoney({ amountMinor: inMinor, currency })}`,
    outMinor > 0 && formatMoney({ amountMinor: -outMinor, currency }),
  ];
  return `${entryKinds[kind]}: ${sums.filter(Boolean).join(' и ')}`;
}

interface CurrencyTotals {
  currency: Currency;
  inMinor: number;
  outMinor: number;
  kinds: EntryTotal[];
}

const isHold = ({ kind }: EntryTotal) => kind === 'hold' || kind === 'hold_release';

/** Money that is set aside neither comes in nor goes out, so that it counts only where nothing else is shown. */
export function byCurrency(totals: readonly EntryTotal[]): CurrencyTotals[] {
  const found = new Map<Currency, CurrencyTotals>();
  const isOnlyHolds = totals.every(isHold);
  for (const total of totals) {
    const { currency } = total;
    const { inMinor, outMinor } = isHold(total) && !isOnlyHolds ? { inMinor: 0, outMinor: 0 } : total;
    const sum = found.get(currency) ?? { currency, inMinor: 0, outMinor: 0, kinds: [] };
    found.set(currency, {
      currency,
      inMinor: sum.inMinor + inMinor,
      outMinor: sum.outMinor + outMinor,
      kinds: [...sum.kinds, total],
    });
  }
  return [...found.values()];
}

/** Money set aside, beside the title; leads to the operations that set it aside. */
export function HeldMark({ organizationId }: { organizationId: string | undefined }) {
  const { data } = useQuery(balanceQuery(organizationId));
  const held = heldText(data?.items);
  if (!held) return null;
  return (
    <p className={classes.held}>
      <Link to="/operations" search={{ kind: 'hold' }}>
        {held}
      </Link>
      : {heldExplanation}
    </p>
  );
}
