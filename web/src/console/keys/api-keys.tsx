import { type ApiKey, listKeys } from '@kazna/contract/admin/keys';
import { type Scope, scopes } from '@kazna/contract/shared/scopes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { type TickItem, tickName } from '../tick-list.tsx';

const looks = {
  active: ['success', CheckIcon, 'Действует'],
  expired: ['neutral', ClockIcon, 'Истёк'],
  revoked: ['neutral', CrossedIcon, 'Отозван'],
} as const;

export function KeyStatusMark({ status }: Pick<ApiKey, 'status'>) {
  const [tone, Icon, label] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {label}
    </StatusMark>
  );
}

/** The part of a key that may be shown: what it begins with and ends by. */
export function keyMask({ hint }: Pick<ApiKey, 'hint'>): string {
  return `kzn_live_…${hint}`;
}

const labels: Record<Scope, readonly [label: string, explanation: string]> = {
  'organizations:read': ['Читать организации', 'Название, реквизиты, состояние и балансы.'],
  'organizations:write': ['Менять организации', 'Создавать, приостанавливать и возобновлять.'],
  'charges:write': ['Списывать деньги', 'Списания с балансов и их возврат.'],
  'holds:write': ['Резервировать деньги', 'Откладывать сумму, списывать её и возвращать на баланс.'],
  'ledger:read': ['Читать движение денег', 'Каждая запись по балансам.'],
  'services:read': ['Читать услуги', 'Каталог с тарифами и подписки организаций.'],
  'subscriptions:write': ['Управлять подписками', 'Подключать, менять, приостанавливать и останавливать.'],
  'usage:read': ['Читать расход', 'Сколько организации израсходовали по счётчикам.'],
  'usage:write': ['Передавать расход', 'События расхода и их отмена.'],
  'payments:read': ['Читать платежи', 'Пополнения и их состояния.'],
  'events:read': ['Читать события', 'Всё, о чём сообщают вебхуки, за 30 дней.'],
  'webhooks:write': [
    'Управлять своими вебхуками',
    'Адреса этого ключа, секреты, журнал. События только те, что ключу видны.',
  ],
  'webhooks:manage': ['Управлять чужими вебхуками', 'Адреса других ключей и сотрудников. Нужно и право на свои.'],
};

/** A scope that only the server knows stays literal. */
export function scopeLabel(scope: string): string {
  return labels[scope as Scope]?.[0] ?? scope;
}

/** «Списывать деньги, читать платежи». */
export function scopesText(list: readonly string[]): string {
  const text = list.map(scopeLabel).join(', ');
  return text.charAt(0) + text.slice(1).toLowerCase();
}

export const scopeTicks: readonly TickItem[] = scopes.map((scope) => {
  const [label, explanation] = labels[scope];
  return { name: tickName('scopes', scope), label, code: scope, explanation };
});

export function keysQuery() {
  return queryOptions({
    queryKey: ['admin', 'keys'],
    queryFn: () => call(listKeys),
    select: ({ items }) => items,
  });
}
