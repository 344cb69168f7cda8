import type { Webhook, WebhookDelivery } from '@kazna/contract/admin/webhooks';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon, WarningIcon } from '../../ui/visitor-icons.tsx';
import { PauseIcon } from '../admin-icons.tsx';

const disabledLabels = {
  gone: 'Выключен: адреса больше нет',
  failing: 'Выключен: 5 дней отказов',
  requested: 'Выключен',
  key_stopped: 'Выключен: ключ не действует',
} as const;

export function WebhookStatusMark({ enabled, disabledReason, failingSince }: Webhook) {
  if (!enabled) {
    const reason = disabledReason ?? 'requested';
    return (
      <StatusMark tone={reason === 'requested' ? 'neutral' : 'failure'} icon={<PauseIcon size={16} />}>
        {disabledLabels[reason]}
      </StatusMark>
    );
  }
  if (failingSince) {
    return (
      <StatusMark tone="pending" icon={<WarningIcon size={16} />}>
        Не принимает
      </StatusMark>
    );
  }
  return (
    <StatusMark tone="success" icon={<CheckIcon size={16} />}>
      Включён
    </StatusMark>
  );
}

export const deliveryLabels = { succeeded: 'Доставлено', failed: 'Не доставлено', pending: 'Отправляется' } as const;
const deliveryLooks = {
  succeeded: ['success', CheckIcon],
  failed: ['failure', CrossedIcon],
  pending: ['pending', ClockIcon],
} as const;

export function DeliveryStatusMark({ status }: Pick<WebhookDelivery, 'status'>) {
  const [tone, Icon] = deliveryLooks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {deliveryLabels[status]}
    </StatusMark>
  );
}
