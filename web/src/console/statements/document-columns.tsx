import type { BankStatement, IncomingDocument } from '@kazna/contract/admin/bank-statements';
import { formatMoney } from '@kazna/contract/shared/money';
import { formatDay } from '../../format/date.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import type { RecordColumn } from '../../ui/lists/records.tsx';
import classes from './statements.module.css';

type OtherDocument = BankStatement['outgoing'][number];

const roubles = (amountMinor: number) => formatMoney({ amountMinor, currency: 'RUB' });

export function Party({ name, inn }: { name: string; inn: string | null }) {
  return (
    <span className={classes.wrapped}>
      <span>{name || 'Без названия'}</span>
      {inn && <span className={classes.secondary}>ИНН {inn}</span>}
    </span>
  );
}

/** «№ 417 от 1 февраля» under what the payer wrote. */
export function Purpose({ purpose, number, date }: { purpose: string; number: string; date: string }) {
  const day = formatDay(date, 'UTC');
  return (
    <span className={classes.wrapped}>
      <span className={classes.purpose} title={purpose}>
        {purpose || 'Без назначения'}
      </span>
      <span className={classes.secondary}>{number ? `№\u00a0${number} от ${day}` : `Без номера, ${day}`}</span>
    </span>
  );
}

interface OwnerProps {
  document: IncomingDocument;
  /** Undefined where nothing can be decided any more. */
  choice: Choice | undefined;
}

function Owner({ document, choice }: OwnerProps) {
  const { match, receipt } = document;
  const { organizationId, organizationName, invoiceNumber } = receipt?.organizationId ? receipt : match;
  return (
    <span className={classes.wrapped}>
      {organizationId && organizationName && (
        <span>
          <LinkAnchor to="/admin/organizations" search={{ organization: organizationId }}>
            {organizationName}
          </LinkAnchor>
          {invoiceNumber && `, счёт №\u00a0${invoiceNumber}`}
        </span>
      )}
      {choice && match.candidates && (
        <select
          className={classes.candidates}
          aria-label={`Чей платёж: ${document.payer || 'Без названия'}, №\u00a0${document.number}`}
          value={choice.chosenOf(document) ?? ''}
          onChange={({ currentTarget: { value } }) => choice.onChoose(document, value)}
        >
          <option value="">Выберите клиента</option>
          {match.candidates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <span className={classes.secondary}>{match.why}</span>
    </span>
  );
}

/** Of an organization among those with the payer's ИНН; an empty one takes the choice back. */
interface Choice {
  chosenOf: (document: IncomingDocument) => string | undefined;
  onChoose: (document: IncomingDocument, organizationId: string) => void;
}

export function incomingColumns(choice: Choice | undefined): RecordColumn<IncomingDocument>[] {
  return [
    { title: 'Плательщик', width: '22%', render: ({ payer, inn }) => <Party name={payer} inn={inn} /> },
    { title: 'Назначение', render: (document) => <Purpose {...document} /> },
    { title: 'Кому', width: '26%', render: (document) => <Owner document={document} choice={choice} /> },
    { title: 'Сумма', width: '150px', isAmount: true, render: ({ amountMinor }) => roubles(amountMinor) },
  ];
}

export const otherColumns: RecordColumn<OtherDocument>[] = [
  { title: 'Получатель', width: '30%', render: ({ payee, inn }) => <Party name={payee} inn={inn} /> },
  { title: 'Назначение', render: (document) => <Purpose {...document} /> },
  { title: 'Сумма', width: '150px', isAmount: true, render: ({ amountMinor }) => roubles(amountMinor) },
];
