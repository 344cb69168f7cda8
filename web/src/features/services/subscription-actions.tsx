import {
  pauseSubscription,
  resumeSubscription,
  type Subscription,
  type SubscriptionDetails,
} from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { dayText } from '../../parts/tariff-texts.ts';
import { catalogueQuery, refreshSubscriptions } from '../../queries/services.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { MoreActions } from '../../ui/dialogs/more-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { BillLines } from './bill-lines.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { MissingMoney } from './missing-money.tsx';
import type { ServiceRights } from './rights.tsx';
import { StopDialog } from './stop-dialog.tsx';

type Opened = 'tariff' | 'quantity' | 'pause' | 'resume' | 'keep' | 'stop';

interface SubscriptionActionsProps {
  subscription: SubscriptionDetails;
  rights: ServiceRights;
}

/** Buttons of what the state allows; the server has the last word. */
export function SubscriptionActions({ subscription, rights }: SubscriptionActionsProps) {
  const [opened, setOpened] = useState<Opened>();
  const { data: services } = useQuery(catalogueQuery(rights.organizationId));
  const close = () => setOpened(undefined);
  if (!rights.mayManage) return null;
  const { status, terms, service } = subscription;
  // Who is short of money goes on by a tariff that costs less.
  const mayChange = status === 'active' || status === 'trial' || status === 'suspended';
  const tariffs = services?.find(({ id }) => id === service.id)?.tariffs ?? [];
  const others = tariffs.filter(({ id, currency }) => id !== subscription.tariff.id && currency === terms.currency);
  const button = (what: Opened, label: string) => (
    <Button variant="default" disabled={!rights.canAct} onClick={() => setOpened(what)}>
      {label}
    </Button>
  );
  const mayChooseTariff = mayChange && others.length > 0;
  const maySetQuantity = mayChange && terms.maxQuantity > 1;
  const mayStop = status !== 'stopping' && status !== 'ended' && rights.canAct;
  const isStopAlone =
    services && !mayChooseTariff && !maySetQuantity && (status === 'past_due' || status === 'suspended');
  return (
    <>
      {mayChooseTariff && button('tariff', 'Сменить тариф')}
      {maySetQuantity && button('quantity', 'Изменить количество')}
      {status === 'active' && terms.mayPause && button('pause', 'Поставить на паузу')}
      {status === 'paused' && button('resume', 'Возобновить')}
      {status === 'stopping' && button('keep', 'Не отключать')}
      {mayStop && isStopAlone && button('stop', 'Отключить услугу')}
      {mayStop && !isStopAlone && <MoreActions action="Отключить услугу" onChoose={() => setOpened('stop')} />}
      {(['tariff', 'quantity'] as const).map((what) => (
        <ChangeDialog
          key={what}
          isOpen={opened === what}
          onClose={close}
          what={what}
          subscription={subscription}
          tariffs={others}
        />
      ))}
      <PauseDialog isOpen={opened === 'pause'} onClose={close} subscription={subscription} />
      <ResumeDialog isOpen={opened === 'resume'} onClose={close} subscription={subscription} />
      <KeepDialog isOpen={opened === 'keep'} onClose={close} subscription={subscription} />
      <StopDialog isOpen={opened === 'stop'} onClose={close} subscription={subscription} />
    </>
  );
}

interface StepDialogProps {
  isOpen: boolean;
  onClose: () => void;
  subscription: SubscriptionDetails;
}

/** Sends the step, and shows what became of the subscription. */
async function take(step: () => Promise<Subscription>, message: string): Promise<void> {
  const { service } = await step();
  await refreshSubscriptions();
  showToast({ kind: 'success', message, detail: service.name });
}

function PauseDialog({ isOpen, onClose, subscription: { id, service, terms, unused } }: StepDialogProps) {
  const params = { subscriptionId: id };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Поставить ${quoted(service.name)} на паузу?`}
      action="Поставить на паузу"
      onConfirm={() => take(() => call(pauseSubscription, { params }), 'Услуга на паузе')}
    >
      <p>Услуга перестанет работать, пока вы её не возобновите. Сегодняшний день оплачен и не вернётся.</p>
      {unused && unused.amountMinor > 0 ? (
        <p>
          Дни с {dayText(unused.from)} вернём на баланс сразу:{' '}
          {formatMoney({ amountMinor: unused.amountMinor, currency: terms.currency })}. За время паузы ничего не спишем.
        </p>
      ) : (
        <p>Неиспользованные дни вернём на баланс. За время паузы ничего не спишем.</p>
      )}
    </ConfirmDialog>
  );
}

function ResumeDialog({ isOpen, onClose, subscription: { id, service, resuming } }: StepDialogProps) {
  const params = { subscriptionId: id };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Возобновить ${quoted(service.name)}?`}
      action="Возобновить"
      onConfirm={() => take(() => call(resumeSubscription, { params }), 'Услуга снова работает')}
    >
      <p>Услуга заработает сразу. Спишем плату с сегодняшнего дня до конца периода.</p>
      {resuming && <BillLines bill={resuming} title="Спишем сейчас" />}
      <MissingMoney bill={resuming} />
    </ConfirmDialog>
  );
}

function KeepDialog({ isOpen, onClose, subscription: { id, service, currentPeriod } }: StepDialogProps) {
  const params = { subscriptionId: id };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Оставить ${quoted(service.name)} подключённой?`}
      action="Не отключать"
      cancelLabel="Закрыть"
      onConfirm={() => take(() => call(resumeSubscription, { params }), 'Услуга останется подключённой')}
    >
      <p>
        Услуга продолжит работать по тем же условиям.{' '}
        {currentPeriod && `Следующий период оплатится с баланса ${dayText(currentPeriod.to)}.`}
      </p>
    </ConfirmDialog>
  );
}
