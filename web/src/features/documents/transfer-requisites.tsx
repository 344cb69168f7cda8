import type { Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import type { ReactNode } from 'react';
import { CopyValue } from '../../ui/copy.tsx';
import { GroupedNumber } from '../../ui/grouped-number.tsx';
import classes from './invoice-page.module.css';
import { amountToCopy, remainingMinor } from './invoice-texts.ts';

type Row = [term: string, value: string | null, what: string, shown?: ReactNode];

/** Everything a payment order needs, in the order banks ask for it; each copies as banks take it while there is something to pay. */
export function TransferRequisites({ invoice }: { invoice: Invoice }) {
  const { seller, bank, purpose, amountMinor, currency } = invoice;
  const grouped = (text: string | null) => text && <GroupedNumber text={text} />;
  const sum = formatMoney({ amountMinor: remainingMinor(invoice) || amountMinor, currency });
  const rows: Row[] = [
    ['Получатель', seller.name, 'получателя'],
    ['ИНН', seller.inn, 'ИНН'],
    ['КПП', seller.kpp, 'КПП'],
    ['Банк', bank.bankName, 'банк'],
    ['БИК', bank.bik, 'БИК'],
    ['Расчётный счёт', bank.account, 'расчётный счёт', grouped(bank.account)],
    ['Корр. счёт', bank.correspondentAccount, 'корреспондентский счёт', grouped(bank.correspondentAccount)],
    ['Сумма', amountToCopy(invoice), 'сумму', sum],
    ['Назначение платежа', purpose, 'назначение платежа'],
  ];
  const isToPay = remainingMinor(invoice) > 0;
  return (
    <>
      <dl className={classes.facts}>
        {rows.map(
          ([term, value, what, shown]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  {isToPay ? (
                    <CopyValue value={value} what={what}>
                      {shown ?? value}
                    </CopyValue>
                  ) : (
                    (shown ?? value)
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
      {isToPay && (
        <p className={classes.hint}>Не меняйте назначение платежа: по номеру счёта мы узнаём, кому зачислить деньги.</p>
      )}
    </>
  );
}
