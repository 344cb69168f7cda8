import { type PaymentMethod, paymentMethods } from '@kazna/contract/cabinet/create-payment-form';
import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import { cardExpiry, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { Icon, type IconProps } from '../../ui/icon.tsx';
import { cardLabel } from '../payment-labels.tsx';
import { InvoiceObstacleText, useInvoiceOffer } from './invoice-offer.tsx';
import classes from './method-cards.module.css';

/** An invoice is no payment, but to people it is one more way to pay. */
export type TopUpMethod = PaymentMethod | 'invoice';

const about = {
  card: { Icon: CardIcon, name: paymentMethodLabels.card, hint: 'Мир, Visa, Mastercard' },
  sbp: { Icon: QrIcon, name: paymentMethodLabels.sbp, hint: 'По QR-коду или в приложении банка' },
  invoice: { Icon: InvoiceIcon, name: 'По счёту', hint: 'Переводом с расчётного счёта' },
} satisfies Record<TopUpMethod, object>;

interface MethodCardsProps {
  value: string;
  onChange: (method: TopUpMethod) => void;
  savedCards: SavedMethod[];
  /** Null unless a saved card is chosen. */
  savedCardId: string | null;
  onChooseSaved: (cardId: string) => void;
  /** Whether an invoice would do as well. */
  hasInvoice: boolean;
}

export function MethodCards({ value, onChange, savedCards, savedCardId, onChooseSaved, hasInvoice }: MethodCardsProps) {
  const { isOffered, obstacle, organizationId } = useInvoiceOffer(hasInvoice);
  const methods: TopUpMethod[] = isOffered ? [...paymentMethods, 'invoice'] : [...paymentMethods];
  return (
    <fieldset className={classes.methods}>
      <legend>Способ оплаты</legend>
      {savedCards.map((card) => (
        <div key={card.id} className={classes.method}>
          <label className={classes.choice}>
            <span className={classes.icon}>
              <CardIcon />
            </span>
            <span>
              <span className={classes.name}>{cardLabel(card, savedCards)}</span>
              <span className={classes.hint}>
                {card.isMine ? `Сохранённая карта, до ${cardExpiry(card)}` : `Понадобится согласие: ${card.savedBy}`}
              </span>
            </span>
            <input
              type="radio"
              name="method"
              value={card.id}
              checked={savedCardId === card.id}
              onChange={() => onChooseSaved(card.id)}
            />
          </label>
        </div>
      ))}
      {methods.map((method) => {
        const { Icon, name, hint } = about[method];
        const isBlocked = method === 'invoice' && obstacle !== undefined;
        return (
          <div key={method} className={classes.method} data-blocked={isBlocked || undefined}>
            <label className={classes.choice}>
              <span className={classes.icon}>
                <Icon />
              </span>
              <span>
                <span className={classes.name}>{name}</span>
                {!isBlocked && <span className={classes.hint}>{hint}</span>}
              </span>
              <input
                type="radio"
                name="method"
                value={method}
                checked={savedCardId === null && value === method}
                disabled={isBlocked}
                aria-describedby={isBlocked ? 'invoice-obstacle' : undefined}
                onChange={() => onChange(method)}
              />
            </label>
            {isBlocked && (
              <p id="invoice-obstacle" className={classes.obstacle}>
                <InvoiceObstacleText obstacle={obstacle} organizationId={organizationId} />
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function CardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
      <path d="M3 10h18M7 15h3" />
    </Icon>
  );
}

function QrIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="4" y="4" width="6" height="6" rx="1" />
      <rect x="14" y="4" width="6" height="6" rx="1" />
      <rect x="4" y="14" width="6" height="6" rx="1" />
      <path d="M14 14h2v2h-2zM20 14v.01M20 18v2h-2M14 20v.01M17 17v.01" />
    </Icon>
  );
}

function InvoiceIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 10.500 12 5l8 5.500M5.500 10.500h13M7 10.500v7M12 10.500v7M17 10.500v7M4.500 19.500h15" />
    </Icon>
  );
}
