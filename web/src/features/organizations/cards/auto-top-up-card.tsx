import { type AutoTopUpRule, deleteAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import type { SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../../ui/forms/form-footer.tsx';
import { useAction } from '../../../ui/forms/use-action.ts';
import { autoTopUpQuery } from '../queries.ts';
import { AutoTopUpForm } from './auto-top-up-form.tsx';
import { AutoTopUpState } from './auto-top-up-state.tsx';
import classes from './cards.module.css';
import { chargingLabel, TopUpPreview, useTopUpPreview } from './top-up-preview.tsx';

interface AutoTopUpCardProps {
  organizationId: string;
  cards: SavedMethod[];
  rule: AutoTopUpRule | null;
  mayChange: boolean;
}

export function AutoTopUpCard({ organizationId, cards, rule, mayChange }: AutoTopUpCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const usable = cards.filter(({ unusableReason }) => unusableReason === null);
  if (mayChange && usable.length > 0 && (isEditing || !rule))
    return (
      <AutoTopUpForm organizationId={organizationId} cards={usable} rule={rule} onDone={() => setIsEditing(false)} />
    );
  if (!rule)
    return (
      <p className={classes.quiet}>
        {mayChange
          ? 'Баланс сможет пополняться сам, когда денег станет мало. Сначала сохраните карту.'
          : 'Автопополнение не настроено.'}
      </p>
    );
  return (
    <RuleView
      organizationId={organizationId}
      cards={cards}
      rule={rule}
      mayChange={mayChange}
      onEdit={usable.length > 0 ? () => setIsEditing(true) : undefined}
    />
  );
}

interface RuleViewProps extends AutoTopUpCardProps {
  rule: AutoTopUpRule;
  /** Undefined while no card could be chosen. */
  onEdit: (() => void) | undefined;
}

function RuleView({ organizationId, cards, rule, mayChange, onEdit }: RuleViewProps) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const { paymentMethodId } = rule;
  const card = cards.find(({ id }) => id === paymentMethodId);
  const params = { organizationId };
  const isAwaiting = rule.reason === 'awaits_saver';
  const isUsable = card !== undefined && card.unusableReason === null;
  const canResume = mayChange && rule.state !== 'active' && isUsable && (!isAwaiting || card.isMine);
  const { thresholdMinor, targetMinor, monthlyCapMinor, currency } = rule;
  const body = canResume ? { thresholdMinor, targetMinor, monthlyCapMinor, currency, paymentMethodId: card.id } : null;
  const top = useTopUpPreview(organizationId, body);
  const { failure, isPending, run } = useAction(async () => {
    if (!body || !(await top.isAsShown(body))) return;
    const changed = await call(setAutoTopUp, { params, body });
    queryClient.setQueryData(autoTopUpQuery(organizationId).queryKey, changed);
    showToast({ kind: 'success', message: isAwaiting ? 'Списания разрешены' : 'Автопополнение возобновлено' });
  });
  async function switchOff() {
    await call(deleteAutoTopUp, { params });
    await queryClient.invalidateQueries({ queryKey: autoTopUpQuery(organizationId).queryKey });
    showToast({ kind: 'success', message: 'Автопополнение выключено' });
  }
  return (
    <>
      <AutoTopUpState rule={rule} card={card} />
      {canResume && <TopUpPreview of={top} isReady currency={currency} />}
      <FormFailure failure={failure} />
      {mayChange && (
        <div className={classes.actions}>
          {canResume && (
            <Button className={classes.charging} onClick={run} aria-busy={isPending} aria-disabled={isPending}>
              {isAwaiting
                ? chargingLabel('Разрешить списания', 'Разрешить', top.preview, currency)
                : rule.state === 'paused'
                  ? chargingLabel('Возобновить', 'Возобновить', top.preview, currency)
                  : chargingLabel('Попробовать сейчас', 'Возобновить', top.preview, currency)}
            </Button>
          )}
          {onEdit && (
            <Button variant={rule.state === 'paused' && !canResume ? 'light' : 'default'} onClick={onEdit}>
              {rule.state === 'paused' && !isAwaiting ? 'Выбрать другую карту' : 'Изменить'}
            </Button>
          )}
          <Button variant="default" className={classes.danger} onClick={() => setIsAsking(true)}>
            {isAwaiting && canResume ? 'Отклонить' : 'Выключить'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={isAwaiting && canResume ? 'Отклонить автопополнение?' : 'Выключить автопополнение?'}
        action={isAwaiting && canResume ? 'Отклонить' : 'Выключить'}
        isDangerous
        onConfirm={switchOff}
      >
        <p>Сами списания с карты прекратятся. Если на балансе кончатся деньги, пополнять придётся вручную.</p>
        {card?.charging && (
          <p>Сейчас идёт списание {formatMoney(card.charging)}. Если оно пройдёт, вернём деньги на карту.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
