import type { Subscription } from '@kazna/contract/cabinet/services';
import { useQuery } from '@tanstack/react-query';
import { promisedTitle, TakePromisedPayment } from '../../parts/promised-payment.tsx';
import { dayText } from '../../parts/tariff-texts.ts';
import { promisedPaymentQuery, waitingOf } from '../../queries/services.ts';
import { ClockIcon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/links.tsx';
import classes from './promised-payment-card.module.css';
import type { ServiceRights } from './rights.tsx';

interface PromisedPaymentCardProps {
  subscriptions: readonly Subscription[];
  rights: ServiceRights;
}

/** Shown while something waits for money, and while a promised payment runs. */
export function PromisedPaymentCard({ subscriptions, rights }: PromisedPaymentCardProps) {
  const { data } = useQuery(promisedPaymentQuery(rights.organizationId, subscriptions.length > 0));
  const isWaiting = waitingOf(subscriptions).length > 0;
  if (!data || (!data.active && !isWaiting)) return null;
  const { active, offer, reason, againOn } = data;
  if (active) {
    return (
      <section className={classes.card} aria-label="Обещанный платёж">
        <ClockIcon size={24} />
        <div>
          <p className={classes.title}>{promisedTitle(active)}</p>
          <p>
            Пополните баланс не позже {dayText(active.until)}: если в конце этого дня он останется меньше нуля, услуги
            приостановятся.
          </p>
        </div>
        <LinkButton to="/payments/create" size="sm">
          Пополнить
        </LinkButton>
      </section>
    );
  }
  if (!offer) {
    const text = refusalText(reason, againOn);
    return text ? (
      <section className={classes.card} aria-label="Обещанный платёж">
        <ClockIcon size={24} />
        <div>
          <p className={classes.title}>Обещанный платёж сейчас недоступен</p>
          <p>{text}</p>
        </div>
      </section>
    ) : null;
  }
  return (
    <section className={classes.card} aria-label="Обещанный платёж">
      <ClockIcon size={24} />
      <div>
        <p className={classes.title}>{promisedTitle(offer)}</p>
        <p>
          Услуги заработают сейчас, а баланс пополните позже.
          {!rights.mayManage && ' Взять его могут владелец, администратор и бухгалтер.'}
        </p>
      </div>
      {rights.canAct && <TakePromisedPayment offer={offer} />}
    </section>
  );
}

/** Undefined where the business does not offer it, or nothing is due. */
function refusalText(reason: string | null, againOn: string | null): string | undefined {
  if (reason === 'unpaid') return 'Прошлый обещанный платёж ещё не погашен: пополните баланс.';
  if (reason === 'too_early' && againOn) return `Взять его снова можно будет с ${dayText(againOn)}.`;
  return undefined;
}
