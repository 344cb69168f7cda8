import type { Payment } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { Link } from '@tanstack/react-router';
import { formatRecentTime } from '../../format/date.ts';
import { externalUrl } from '../../format/external-url.ts';
import { useTimezone } from '../../queries/timezone.ts';
import { Card } from '../../ui/page.tsx';
import classes from './payment-rows.module.css';

export function UnfinishedPayments({ payments }: { payments: readonly Payment[] }) {
  const timezone = useTimezone();
  if (payments.length === 0) return null;
  return (
    <Card title={payments.length === 1 ? 'Незавершённый платёж' : 'Незавершённые платежи'}>
      <ul className={classes.rows}>
        {payments.map((payment) => {
          const { id, description, confirmationUrl, expiresAt } = payment;
          const address = externalUrl(confirmationUrl);
          const money = formatMoney(payment);
          return (
            <li key={id} className={classes.row}>
              <span className={classes.words}>
                <Link to="/payments/$id" params={{ id }} className={classes.link}>
                  {description ?? 'Пополнение баланса'}
                </Link>
                <span>Оплатите до: {formatRecentTime(expiresAt, timezone)}</span>
              </span>
              <strong className={classes.amount}>{money}</strong>
              {address && (
                <Button component="a" href={address} className={classes.pay} aria-label={`Перейти к оплате, ${money}`}>
                  Перейти к оплате
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
