import { roleNames } from '@kazna/contract/shared/permissions';
import type { requisiteNames } from '@kazna/contract/shared/requisite-names';
import { moneyInDetails } from '../../parts/money-texts.ts';

const fieldNames: Record<string, string> = {
  name: 'название',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  address: 'адрес',
  bank: 'банковский счёт',
  edo: 'идентификатор ЭДО',
} satisfies Record<(typeof requisiteNames)[number] | 'name' | 'bank', string>;

/** Formats an action's details: amount, role or fields, then the reason given by staff. */
export function describeDetails(details: Record<string, string>): string {
  const { reason } = details;
  return [moneyInDetails(details), changeIn(details), reason && `Причина: ${reason}`].filter(Boolean).join('. ');
}

function changeIn(details: Record<string, string>): string | undefined {
  const { role, from, to, currency, fields, document, domain, card, order, undoes, staffView, contract, edo } = details;
  if (document) return `${document}, на адрес в ${domain}`;
  if (domain) return `на адрес в ${domain}`;
  if (card) return card;
  if (contract) return `договор: ${contract}, идентификатор ЭДО: ${edo}`;
  if (staffView) return `просмотр ${staffView}`;
  if (undoes) return 'отмена прежней корректировки';
  if (order) return `поручение №\u00a0${order}`;
  if (from && to && !currency) return `${roleLabel(from)} → ${roleLabel(to)}`;
  if (role) return `роль: ${roleLabel(role)}`;
  return fields
    ?.split(', ')
    .map((field) => fieldNames[field] ?? field)
    .join(', ');
}

function roleLabel(role: string): string {
  return Object.hasOwn(roleNames, role) ? roleNames[role as keyof typeof roleNames].toLowerCase() : role;
}
