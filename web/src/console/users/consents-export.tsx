import { type ConsentOfPerson, listAllConsents } from '@kazna/contract/admin/consents';
import { businessZoneLabel } from '@kazna/contract/shared/business-time';
import type { Cell } from '@kazna/contract/shared/csv';
import { call } from '../../api/client.ts';
import { consentLabels } from '../../parts/consent-labels.ts';
import { ExportButton } from '../export-button.tsx';

const head = [
  'Пользователь',
  'E-mail',
  'Имя',
  'Согласие',
  'Версия текста',
  'Организация',
  `Дано (${businessZoneLabel})`,
  `Отозвано (${businessZoneLabel})`,
  'IP-адрес',
];

/** Who agreed to what: what the business shows when it is asked for a consent. */
export function ConsentsExport() {
  return (
    <ExportButton
      fileName="consents"
      label="Выгрузить согласия"
      forms={['согласие', 'согласия', 'согласий']}
      load={(cursor) => call(listAllConsents, { query: { limit: 100, cursor } })}
      head={head}
      rowOf={rowOf}
    />
  );
}

function rowOf(consent: ConsentOfPerson): Cell[] {
  const { userId, email, name, document, version, organizationName, acceptedAt, withdrawnAt, address } = consent;
  const withdrawn = withdrawnAt ? { time: withdrawnAt } : '';
  const text = [consentLabels[document], version, organizationName ?? ''];
  return [userId, email, name, ...text, { time: acceptedAt }, withdrawn, address ?? ''];
}
