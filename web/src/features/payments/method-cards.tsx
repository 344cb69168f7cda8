import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import { type PaymentMethod, paymentMethods } from '@kazna/contract/cabinet/payments';
import classes from './method-cards.module.css';
import { CardIcon, QrIcon } from './method-icons.tsx';

const about = {
  card: { Icon: CardIcon, hint: 'Мир, Visa, Mastercard' },
  sbp: { Icon: QrIcon, hint: 'По QR-коду или в приложении банка' },
} satisfies Record<PaymentMethod, object>;

interface MethodCardsProps {
  value: string;
  onChange: (method: PaymentMethod) => void;
}

export function MethodCards({ value, onChange }: MethodCardsProps) {
  return (
    <fieldset className={classes.methods}>
      <legend>Способ оплаты</legend>
      {paymentMethods.map((method) => {
        const { Icon, hint } = about[method];
        return (
          <label key={method} className={classes.method}>
            <span className={classes.icon}>
              <Icon />
            </span>
            <span>
              <span className={classes.name}>{paymentMethodLabels[method]}</span>
              <span className={classes.hint}>{hint}</span>
            </span>
            <input
              type="radio"
              name="method"
              value={method}
              checked={value === method}
              onChange={() => onChange(method)}
            />
          </label>
        );
      })}
    </fieldset>
  );
}
