import { formatMoney, type Money } from '@kazna/contract/shared/money';

/** «5 998,59 ₽» with everything after the whole part small, as hero amounts are set. */
export function HeroMoney({ money }: { money: Money }) {
  const text = formatMoney(money);
  const at = text.lastIndexOf(',');
  return (
    <>
      {text.slice(0, at)}
      <small>{text.slice(at)}</small>
    </>
  );
}
