import type { Webhook } from '@kazna/contract/admin/webhooks';
import { quoted } from '@kazna/contract/shared/quoted';
import { Moment } from '../../parts/moment.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
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
              ['Кто добавил', <Creator key="creator" webhook={webhook} />],
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

/** Returns «Ключ «Биллинг»» or the name of the member of staff. */
export function creatorText({ keyId, createdBy }: Pick<Webhook, 'keyId' | 'createdBy'>): string {
  return keyId ? `Ключ ${quoted(createdBy ?? '')}` : (createdBy ?? 'Удалённый пользователь');
}

function Creator({ webhook }: { webhook: Webhook }) {
  const text = creatorText(webhook);
  if (!webhook.keyId) return text;
  return (
    <LinkAnchor to="/admin/keys" search={{ key: webhook.keyId }}>
      {text}
    </LinkAnchor>
  );
}

const troubles = {
  gone: 'Программа ответила кодом 410: адреса больше нет. Исправьте адрес и включите его снова.',
  failing:
    'Пять дней ни одно сообщение не принято, поэтому мы перестали отправлять. Исправьте программу и включите адрес: пропущенное есть в журнале и в /v1/events.',
  key_stopped:
    'Ключ, который добавил этот адрес, отозван или истёк, поэтому мы перестали отправлять. Если адрес ваш, включите его снова: он останется за вами.',
};

function Trouble({ webhook: { disabledReason } }: { webhook: Webhook }) {
  if (disabledReason === null || disabledReason === 'requested') return null;
  return (
    <p className={page.trouble} role="status">
      <WarningIcon />
      {troubles[disabledReason]}
    </p>
  );
}
