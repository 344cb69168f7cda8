import {
  getPromisedPaymentRules,
  type PromisedPaymentRules,
  promisedPaymentRules,
  setPromisedPaymentRules,
} from '@kazna/contract/admin/subscriptions';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { formatCount } from '../../format/numbers.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { CheckboxField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { AmountField, formatTypedAmount, withTypedAmounts } from '../../ui/forms/typed-amount.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './business.module.css';

/** Whether customers may go on for some days until they pay. */
export function PromisedPayments() {
  const { can } = useStaff();
  const { data: rules, error, refetch } = useQuery(rulesQuery());
  const [isEditing, setIsEditing] = useState(false);
  if (error && !rules) {
    return (
      <QueryFailure what="Правила обещанного платежа не загрузились" error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <div className={classes.facts}>
      <Card title="Обещанный платёж">
        {!rules ? (
          <SkeletonText lines={3} />
        ) : isEditing ? (
          <RulesForm rules={rules} onDone={() => setIsEditing(false)} />
        ) : (
          <>
            <p className={rules.isAllowed ? undefined : classes.note}>{rulesText(rules)}</p>
            {can('admin.manage') && (
              <Button variant="default" onClick={() => setIsEditing(true)}>
                {rules.isAllowed ? 'Изменить правила' : 'Разрешить'}
              </Button>
            )}
          </>
        )}
      </Card>
    </div>
  );
}

const onDays = ['день', 'дня', 'дней'] as const;

export function rulesText({ isAllowed, maxMinor, days, everyDays }: PromisedPaymentRules): string {
  if (!isAllowed) {
    return 'Выключен: когда денег не хватает, услуги приостанавливаются по правилам тарифа.';
  }
  const most = formatMoney({ amountMinor: maxMinor, currency: 'RUB' });
  const often = everyDays === 1 ? 'каждый день' : `раз в\u00a0${formatCount(everyDays, onDays)}`;
  return `Клиент берёт сам, ${often}: до ${most} на ${formatCount(days, onDays)}. Пока прежний не оплачен, нового нет.`;
}

function RulesForm({ rules, onDone }: { rules: PromisedPaymentRules; onDone: () => void }) {
  const { form, text, box, values, failure, isPending } = useContractForm(filledRules, {
    // Opening the form of a switched-off rule means to allow it.
    isAllowed: 'yes',
    maxMinor: formatTypedAmount({ amountMinor: rules.maxMinor, currency: 'RUB' }),
    days: String(rules.days),
    everyDays: String(rules.everyDays),
  });
  const save = form(async (body) => {
    queryClient.setQueryData(rulesQuery().queryKey, await callConfirmed(setPromisedPaymentRules, { body }));
    void refreshAdmin();
    showToast({ kind: 'success', message: 'Правила сохранены' });
    onDone();
  });
  const whole = { inputMode: 'numeric', autoComplete: 'off', maxLength: 3 } as const;
  return (
    <form {...save}>
      <p className={classes.note}>
        Если денег не хватает, клиент в один клик продлевает работу услуг. Это кредитный лимит со сроком: если к его
        концу баланс ниже нуля, услуги приостановятся.
      </p>
      <div className={classes.allowed}>
        <CheckboxField label="Клиенты могут брать обещанный платёж" {...box('isAllowed')} />
      </div>
      {Boolean(values.isAllowed) && (
        <div className={classes.triple}>
          <AmountField label="Не больше, ₽" {...text('maxMinor')} />
          <TextField label="На сколько дней" description="От 1 до 30" {...text('days')} {...whole} />
          <TextField label="Раз в сколько дней" description="От 1 до 365" {...text('everyDays')} {...whole} />
        </div>
      )}
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" aria-busy={isPending} aria-disabled={isPending}>
          Сохранить правила
        </Button>
        <Button variant="default" onClick={onDone}>
          Отмена
        </Button>
      </div>
    </form>
  );
}

const numberOf = (text: unknown) => (/^\d{1,3}$/.test(String(text)) ? Number(text) : text);
const numbered = z.pipe(
  z.transform(({ isAllowed, days, everyDays, ...rest }: Record<string, unknown>) => {
    const counts = { days: numberOf(days), everyDays: numberOf(everyDays) };
    return { ...rest, ...counts, isAllowed: Boolean(isAllowed) } as PromisedPaymentRules;
  }),
  promisedPaymentRules,
);
const filledRules = withTypedAmounts(numbered, ['maxMinor'], () => 'RUB');

function rulesQuery() {
  return queryOptions({ queryKey: ['admin', 'promised-payments'], queryFn: () => call(getPromisedPaymentRules) });
}
