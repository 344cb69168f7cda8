import type { ReceivedInvitation } from '@kazna/contract/cabinet/invitations';
import type { Payment } from '@kazna/contract/cabinet/payments';
import type { Membership } from '@kazna/contract/cabinet/profile';
import type { PromisedPayment } from '@kazna/contract/cabinet/promised-payments';
import type { Subscription } from '@kazna/contract/cabinet/services';
import { formatMoney, type Money, toDecimal } from '@kazna/contract/shared/money';
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
import { promisedTitle, TakePromisedPayment } from '../../parts/promised-payment.tsx';
import { waitingText } from '../../parts/subscription-labels.tsx';
import { dayText, missingOf } from '../../parts/tariff-texts.ts';
import { useTimezone } from '../../queries/profile.ts';
import { useAnswerInvitation } from '../../queries/received-invitations.ts';
import { BuildingIcon, ClockIcon, LetterIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { WarningIcon } from '../../ui/visitor-icons.tsx';
import classes from './attention.module.css';

interface AttentionProps {
  /** Subscriptions that wait for money, and what may help them. */
  waiting: readonly Subscription[];
  promised: PromisedPayment | undefined;
  balances: readonly Money[] | undefined;
  active: Membership | undefined;
  invitations: readonly ReceivedInvitation[];
  unfinished: readonly Payment[];
  daysLeft: number | null | undefined;
  canTopUp: boolean;
  /** First steps ask for the requisites already. */
  isNew: boolean;
}

/** What waits for the person; gone when nothing does. */
export function Attention(props: AttentionProps) {
  const { active, invitations, unfinished, waiting, daysLeft, canTopUp, isNew } = props;
  const isLow = typeof daysLeft === 'number' && toneOfDays(daysLeft) === 'failure';
  const lacksBank = active !== undefined && !isNew && isBankMissing(active);
  const isEmpty = [invitations, unfinished, waiting].every(({ length }) => length === 0);
  if (isEmpty && !isLow && !lacksBank) return null;
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
            about={daysLeft < 0 ? debtText(props.promised) : `При нынешних списаниях ${daysLeftText(daysLeft)}`}
          >
            {canTopUp && (
              <LinkButton to="/payments/create" size="sm">
                Пополнить
              </LinkButton>
            )}
          </Row>
        )}
        {waiting.map((subscription) => (
          <WaitingSubscription key={subscription.id} subscription={subscription} {...props} />
        ))}
        <Promised {...props} />
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

function debtText(promised: PromisedPayment | undefined): string {
  return promised?.active
    ? `Пополните его не позже ${dayText(promised.active.until)}: в конце этого дня закончится обещанный платёж`
    : 'Пополните его, чтобы погасить долг';
}

function isBankMissing({ kind, role, hasBank }: Membership): boolean {
  return kind !== 'person' && !hasBank && organizationRoleCan(role, 'organization.edit');
}

function WaitingSubscription({
  subscription,
  balances,
  canTopUp,
}: Pick<AttentionProps, 'balances' | 'canTopUp'> & { subscription: Subscription }) {
  const { id, service, status, neededMinor, terms } = subscription;
  const { currency } = terms;
  const amountMinor = missingOf(neededMinor, currency, balances);
  const title = (
    <Link to="/services/$id" params={{ id }} className={classes.link}>
      Услуга {quoted(service.name)} {status === 'suspended' ? 'приостановлена' : 'ждёт оплаты'}
    </Link>
  );
  return (
    <Row
      tone={status === 'suspended' ? 'failure' : 'pending'}
      icon={status === 'suspended' ? <WarningIcon /> : <ClockIcon />}
      title={title}
      about={waitingText(subscription, amountMinor)}
    >
      {canTopUp && amountMinor > 0 && (
        <LinkButton
          to="/payments/create"
          search={{ amount: toDecimal({ amountMinor, currency }).replace(/\.00$/, ''), currency }}
          size="sm"
          aria-label={`Пополнить баланс для услуги ${quoted(service.name)}`}
        >
          {`Пополнить на ${formatMoney({ amountMinor, currency })}`}
        </LinkButton>
      )}
    </Row>
  );
}

/** Offered while something waits for money, to those who may take it. */
function Promised({ active, waiting, promised }: AttentionProps) {
  const offer = promised?.offer;
  if (!offer || waiting.length === 0 || !active || !organizationRoleCan(active.role, 'services.manage')) return null;
  return (
    <Row icon={<ClockIcon />} title={promisedTitle(offer)} about="Услуги заработают сейчас, а баланс пополните позже.">
      <TakePromisedPayment offer={offer} />
    </Row>
  );
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
