import type { Invoice } from '@kazna/contract/cabinet/documents';
import { formatMoney, toDecimal } from '@kazna/contract/shared/money';

type Paid = Pick<Invoice, 'amountMinor' | 'paidMinor' | 'currency' | 'status'>;

/** The rest to pay, zero for a paid or canceled invoice. */
export function remainingMinor({ amountMinor, paidMinor, status }: Paid): number {
  return status === 'canceled' ? 0 : Math.max(0, amountMinor - paidMinor);
}

/** The code names the whole amount, so it is shown only while nothing was paid. */
export function hasUsableCode({ status }: Pick<Invoice, 'status'>): boolean {
  return status === 'open' || status === 'overdue';
}

export function invoiceStateText(invoice: Paid): string {
  const { paidMinor, currency, amountMinor, status } = invoice;
  const paid = formatMoney({ amountMinor: paidMinor, currency });
  switch (status) {
    case 'open':
      return 'Переведите деньги по этим реквизитам. Баланс пополнится, когда перевод дойдёт, обычно в тот же или на следующий рабочий день.';
    case 'partly_paid':
      return `Пришло ${paid}, деньги уже на балансе. Осталось ${formatMoney({ amountMinor: remainingMinor(invoice), currency })}.`;
    case 'paid':
      return paidMinor > amountMinor
        ? `Счёт оплачен. Пришло больше, чем в счёте: ${paid}. На балансе вся сумма.`
        : 'Счёт оплачен, деньги на балансе.';
    case 'overdue':
      return 'Срок счёта прошёл. Если вы уже перевели деньги, они поступят на баланс. Если нет, этот счёт ещё можно оплатить.';
    case 'canceled':
      return 'Счёт отменён, платить по нему не нужно. Если деньги уже в пути, напишите в поддержку: мы зачислим их или вернём.';
  }
}

/** Returns «НДС 22 %: 21 639,34 ₽», «НДС 0 %» or «Без НДС». */
export function vatText({ vat, vatMinor, currency }: Pick<Invoice, 'vat' | 'vatMinor' | 'currency'>): string {
  if (vat === null) return 'Без НДС';
  if (vat === 0) return 'НДС 0\u00a0%';
  return `НДС ${vat}\u00a0%: ${formatMoney({ amountMinor: vatMinor, currency })}`;
}

/** The amount as banks' forms take it: «120000.05». */
export function amountToCopy(invoice: Paid): string {
  return toDecimal({ amountMinor: remainingMinor(invoice) || invoice.amountMinor, currency: invoice.currency });
}
