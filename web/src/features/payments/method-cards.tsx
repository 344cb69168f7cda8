import { paymentMethods } from '@kazna/contract/cabinet/create-payment-form';
import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import { cardExpiry, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { cardLabel } from '../../parts/card-label.ts';
import { InvoiceObstacleText } from './invoice-obstacle-text.tsx';
import classes from './method-cards.module.css';
import { CardIcon, InvoiceIcon, QrIcon } from './method-icons.tsx';
import type { TopUpMethod } from './top-up-form.ts';
import { useInvoiceOffer } from './use-invoice-offer.ts';

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
}

export function MethodCards({ value, onChange, savedCards, savedCardId, onChooseSaved }: MethodCardsProps) {
  const { isOffered, obstacle, organizationId } = useInvoiceOffer();
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
