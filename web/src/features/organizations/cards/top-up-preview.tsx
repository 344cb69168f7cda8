import { type AutoTopUpForm, type AutoTopUpPreview, previewAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import classes from './cards.module.css';

function previewQuery(organizationId: string, body: AutoTopUpForm | null) {
  return queryOptions({
    queryKey: keys.topUpPreview(organizationId, body),
    queryFn: ({ signal }) =>
      call(previewAutoTopUp, { params: { organizationId }, body: body as AutoTopUpForm }, signal),
    enabled: body !== null,
  });
}

/** What setting the rule charges at once; `body` is null while the form is invalid. */
export function useTopUpPreview(organizationId: string, body: AutoTopUpForm | null) {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(previewQuery(organizationId, body));
  const [hasChanged, setHasChanged] = useState(false);
  return {
    preview: data,
    isError,
    hasChanged,
    /** False where more or less would be charged than the button said: then it says the new sum. */
    isAsShown: async (sent: AutoTopUpForm): Promise<boolean> => {
      const { amountMinor } = await queryClient.fetchQuery(previewQuery(organizationId, sent));
      const isAsShown = amountMinor === 0 || amountMinor === data?.amountMinor;
      setHasChanged(!isAsShown);
      return isAsShown;
    },
  };
}

/** Returns «Включить и списать 15 000 ₽ сейчас», or the plain label when nothing is charged at once. */
export function chargingLabel(
  plain: string,
  verb: string,
  preview: AutoTopUpPreview | undefined,
  currency: Money['currency'],
): string {
  if (!preview?.amountMinor) return plain;
  return `${verb} и списать ${formatMoney({ amountMinor: preview.amountMinor, currency })} сейчас`;
}

const reasons = {
  monthly_cap: 'остатка лимита за этот месяц не хватит, чтобы поднять баланс до порога',
  daily_limit: 'за сутки с карты уже списывали слишком часто',
};

interface TopUpPreviewProps {
  currency: Money['currency'];
  /** False while there is nothing to ask about. */
  isReady: boolean;
  of: ReturnType<typeof useTopUpPreview>;
}

export function TopUpPreview({ currency, isReady, of: { preview, isError, hasChanged } }: TopUpPreviewProps) {
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return (
    <div className={classes.preview} role="status">
      {!isReady ? (
        <p>Когда заполните правило, здесь будет видно, спишутся ли деньги сразу.</p>
      ) : isError ? (
        <p>Не удалось узнать, сколько спишется сейчас. Если на балансе меньше порога, деньги спишутся сразу.</p>
      ) : !preview ? (
        <SkeletonLine width={240} />
      ) : preview.amountMinor === 0 ? (
        <p>
          Сейчас ничего не спишется{preview.reason ? `: ${reasons[preview.reason]}` : ''}. На балансе{' '}
          {money(preview.balanceMinor)}.
        </p>
      ) : (
        <>
          {hasChanged && <p>Сумма изменилась. Проверьте её и нажмите ещё раз.</p>}
          <Facts
            facts={[
              ['На балансе сейчас', money(preview.balanceMinor)],
              ['Спишется с карты', money(preview.amountMinor)],
              ['На балансе станет', money(preview.balanceMinor + preview.amountMinor)],
            ]}
          />
        </>
      )}
    </div>
  );
}
