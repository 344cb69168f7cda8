import { roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, type EventContext, type EventText, openCabinet, withoutFullStop } from './event-text.ts';
import type { EventDetails } from './events.ts';

type OrganizationKind = 'role_changed' | 'organization_closed' | 'organization_suspended' | 'organization_resumed';
type OrganizationNotice = { [Kind in OrganizationKind]: { kind: Kind; details: EventDetails[Kind] } }[OrganizationKind];

export function describeOrganization(event: OrganizationNotice, context: EventContext): EventText {
  const organization = quoted(context.organizationName);
  const action = openCabinet(context);
  switch (event.kind) {
    case 'role_changed':
      return describeRole(event.details, context);
    case 'organization_closed':
      return {
        headline: 'Организация закрыта',
        paragraphs: [
          `Организация ${organization} закрыта. Кто закрыл: ${context.nameOf(event.details.actorId)}.`,
          'Пополнить её или открыть снова нельзя. Сведения о прошлых операциях сохранены.',
        ],
        note: askSupport(context),
      };
    case 'organization_suspended':
      return {
        headline: 'Организация приостановлена',
        paragraphs: [
          `Наш сотрудник приостановил организацию ${organization}. Пополнения, возвраты и изменения пока недоступны. Деньги на балансе сохранены.`,
          `Причина: ${withoutFullStop(event.details.reason)}.`,
        ],
        action,
        note: askSupport(context),
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

function describeRole({ memberId, actorId, to }: EventDetails['role_changed'], context: EventContext): EventText {
  const role = roleNames[to].toLowerCase();
  const organization = quoted(context.organizationName);
  const changed = `Кто изменил: ${context.nameOf(actorId)}.`;
  const action = {
    label: 'Открыть организацию',
    url: `${context.publicUrl}/organization/${context.organizationId}`,
  };
  const note = askSupport(context);
  if (context.isPersonal) {
    const paragraphs = [`Ваша роль в организации ${organization} изменена. Теперь вы ${role}. ${changed}`];
    return { headline: `Ваша роль теперь ${role}`, paragraphs, action, note };
  }
  const member = context.nameOf(memberId);
  const paragraphs = [`В организации ${organization} изменена роль. ${member}: теперь ${role}. ${changed}`];
  return { headline: `Новая роль участника: ${role}`, paragraphs, action, note };
}
