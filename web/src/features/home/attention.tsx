import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import type { Payment } from '@kazna/contract/cabinet/payments';
import type { Membership } from '@kazna/contract/cabinet/profile';
import { formatMoney } from '@kazna/contract/shared/money';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { quoted } from '@kazna/contract/shared/quoted';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatRecentTime } from '../../format/date.ts';
import { externalUrl } from '../../format/external-url.ts';
import { daysLeftText, toneOfDays } from '../../parts/days-left.tsx';
import { useTimezone } from '../../queries/profile.ts';
import { useAnswerInvitation } from '../../queries/received-invitations.ts';
import { BuildingIcon, ClockIcon, LetterIcon, WarningIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import classes from './attention.module.css';

interface AttentionProps {
  active: Membership | undefined;
  invitations: readonly ReceivedInvitation[];
  unfinished: readonly Payment[];
  daysLeft: number | null | undefined;
  canTopUp: boolean;
}

/** What waits for the person; gone when nothing does. */
export function Attention({ active, invitations, unfinished, daysLeft, canTopUp }: AttentionProps) {
  const isLow = typeof daysLeft === 'number' && toneOfDays(daysLeft) === 'failure';
  const lacksBank = active !== undefined && isBankMissing(active);
  if (invitations.length === 0 && unfinished.length === 0 && !isLow && !lacksBank) return null;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className={classes.heading}>
        Требует внимания
      </h2>
      <ul className={classes.list}>
        {isLow && (
          <Row
            tone="failure"
            icon={<WarningIcon />}
            title={daysLeft < 0 ? 'Баланс меньше нуля' : 'Деньги на балансе заканчиваются'}
            about={
              daysLeft < 0 ? 'Пополните его, чтобы погасить долг' : `При нынешних списаниях ${daysLeftText(daysLeft)}`
            }
          >
            {canTopUp && (
              <LinkButton to="/payments/create" size="sm">
                Пополнить
              </LinkButton>
            )}
          </Row>
        )}
        {unfinished.map((payment) => (
          <Unfinished key={payment.id} payment={payment} />
        ))}
        {invitations.map((invitation) => (
          <Received key={invitation.id} invitation={invitation} />
        ))}
        {lacksBank && <MissingBank organizationId={active.organizationId} />}
      </ul>
    </section>
  );
}

function isBankMissing({ kind, role, hasBank }: Membership): boolean {
  return kind !== 'person' && !hasBank && organizationRoleCan(role, 'organization.edit');
}

function MissingBank({ organizationId }: { organizationId: string }) {
  return (
    <Row
      icon={<BuildingIcon />}
      title="Не указан расчётный счёт организации"
      about="Реквизиты банка нужны для документов."
    >
      <LinkButton to="/organization/$id" params={{ id: organizationId }} search={{ tab: 'requisites' }} size="sm">
        Заполнить реквизиты
      </LinkButton>
    </Row>
  );
}

interface RowProps {
  tone?: 'pending' | 'failure';
  icon: ReactNode;
  title: ReactNode;
  about: string;
  children: ReactNode;
}

function Row({ tone, icon, title, about, children }: RowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.icon} data-tone={tone}>
        {icon}
      </span>
      <span className={classes.text}>
        <span>{title}</span>
        <span className={classes.about}>{about}</span>
      </span>
      <span className={classes.actions}>{children}</span>
    </li>
  );
}

function Unfinished({ payment }: { payment: Payment }) {
  const timezone = useTimezone();
  const { id, description, createdBy, confirmationUrl, expiresAt } = payment;
  const address = externalUrl(confirmationUrl);
  const money = formatMoney(payment);
  const title = (
    <Link to="/payments/$id" params={{ id }} className={classes.link}>
      Платёж на {money} ждёт оплаты
    </Link>
  );
  const about = [description, createdBy, `срок — ${formatRecentTime(expiresAt, timezone)}`];
  return (
    <Row tone="pending" icon={<ClockIcon />} title={title} about={about.filter(Boolean).join(' · ')}>
      {address && (
        <Button component="a" href={address} size="sm" aria-label={`Перейти к оплате, ${money}`}>
          Перейти к оплате
        </Button>
      )}
    </Row>
  );
}

function Received({ invitation }: { invitation: ReceivedInvitation }) {
  const { isPending, accept, decline } = useAnswerInvitation(invitation);
  const timezone = useTimezone();
  const { organizationName, invitedBy, role, expiresAt } = invitation;
  return (
    <Row
      icon={<LetterIcon />}
      title={`Вас приглашают в ${quoted(organizationName)}`}
      about={`Приглашает ${invitedBy}, ваша роль: ${roleNames[role].toLowerCase()}. Ответьте до ${formatDate(expiresAt, timezone)}`}
    >
      <Button size="sm" aria-label={`Принять: ${organizationName}`} aria-busy={isPending} onClick={() => void accept()}>
        Принять
      </Button>
      <Button
        size="sm"
        variant="default"
        aria-label={`Отклонить: ${organizationName}`}
        aria-busy={isPending}
        onClick={() => void decline()}
      >
        Отклонить
      </Button>
    </Row>
  );
}
