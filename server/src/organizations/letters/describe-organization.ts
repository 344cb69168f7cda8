import { roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import type { EventDetails } from './events.ts';
import { askSupport, openCabinet, type Telling, type Told, withoutFullStop } from './telling.ts';

type OrganizationKind = 'role_changed' | 'organization_closed' | 'organization_suspended' | 'organization_resumed';
type OrganizationTold = { [Kind in OrganizationKind]: { kind: Kind; details: EventDetails[Kind] } }[OrganizationKind];

export function describeOrganization(event: OrganizationTold, telling: Telling): Told {
  const organization = quoted(telling.organizationName);
  const action = openCabinet(telling);
  switch (event.kind) {
    case 'role_changed':
      return describeRole(event.details, telling);
    case 'organization_closed':
      return {
        headline: 'Организация закрыта',
        paragraphs: [
          `Организация ${organization} закрыта. Кто закрыл: ${telling.nameOf(event.details.actorId)}.`,
          'Пополнить её или открыть снова нельзя. Сведения о прошлых операциях сохранены.',
        ],
        note: askSupport(telling),
      };
    case 'organization_suspended':
      return {
        headline: 'Организация приостановлена',
        paragraphs: [
          `Наш сотрудник приостановил организацию ${organization}. Пополнения, возвраты и изменения пока недоступны. Деньги на балансе сохранены.`,
          `Причина: ${withoutFullStop(event.details.reason)}.`,
        ],
        action,
        note: askSupport(telling),
      };
    case 'organization_resumed':
      return {
        headline: 'Организация снова работает',
        paragraphs: [
          `Наш сотрудник возобновил работу организации ${organization}. Всё снова доступно.`,
          `Причина: ${withoutFullStop(event.details.reason)}.`,
        ],
        action,
      };
  }
}

function describeRole({ memberId, actorId, to }: EventDetails['role_changed'], telling: Telling): Told {
  const role = roleNames[to].toLowerCase();
  const organization = quoted(telling.organizationName);
  const changed = `Кто изменил: ${telling.nameOf(actorId)}.`;
  const action = {
    label: 'Открыть организацию',
    url: `${telling.publicUrl}/organization/${telling.organizationId}`,
  };
  const note = askSupport(telling);
  if (telling.isPersonal) {
    const paragraphs = [`Ваша роль в организации ${organization} изменена. Теперь вы ${role}. ${changed}`];
    return { headline: `Ваша роль теперь ${role}`, paragraphs, action, note };
  }
  const member = telling.nameOf(memberId);
  const paragraphs = [`В организации ${organization} изменена роль. ${member}: теперь ${role}. ${changed}`];
  return { headline: `Новая роль участника: ${role}`, paragraphs, action, note };
}
