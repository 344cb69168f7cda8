import type { Webhook } from '@kazna/contract/admin/webhooks';
import { Moment } from '../../parts/moment.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { WarningIcon } from '../../ui/visitor-icons.tsx';
import { Deliveries } from './deliveries.tsx';
import { eventLabel, typesText } from './event-labels.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookStatusMark } from './webhook-status.tsx';
import page from './webhooks.module.css';
import type { WebhooksSearch } from './webhooks-search.ts';

export function WebhookView({ webhook, search }: { webhook: Webhook; search: WebhooksSearch }) {
  const { types, description, createdAt, failingSince, previousSecretExpiresAt, enabled, disabledAt } = webhook;
  const isAll = types.includes('*');
  return (
    <>
      <Card>
        <div className={page.about}>
          <Trouble webhook={webhook} />
          <Facts
            facts={[
              ['Состояние', <WebhookStatusMark key="state" {...webhook} />],
              ['Заметка', description],
              ['События', isAll ? typesText(types) : types.map(eventLabel).join(', ')],
              ['Добавлен', <Moment key="created" at={createdAt} />],
              ['Выключен', !enabled && disabledAt && <Moment key="off" at={disabledAt} />],
              ['Не принимает с', failingSince && <Moment key="failing" at={failingSince} />],
              ['Прежний секрет до', previousSecretExpiresAt && <Moment key="previous" at={previousSecretExpiresAt} />],
            ]}
          />
          <WebhookActions webhook={webhook} />
        </div>
      </Card>
      <Deliveries webhook={webhook} search={search} />
    </>
  );
}

const troubles = {
  gone: 'Программа ответила кодом 410: адреса больше нет. Исправьте адрес и включите его снова.',
  failing:
    'Пять дней ни одно сообщение не принято, поэтому мы перестали отправлять. Исправьте программу и включите адрес: пропущенное есть в журнале и в /v1/events.',
};

function Trouble({ webhook: { disabledReason } }: { webhook: Webhook }) {
  if (disabledReason !== 'gone' && disabledReason !== 'failing') return null;
  return (
    <p className={page.trouble} role="status">
      <WarningIcon />
      {troubles[disabledReason]}
    </p>
  );
}
