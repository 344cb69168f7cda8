import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import { ArrowInIcon, ArrowOutIcon } from '../ui/visitor-icons.tsx';
import classes from './product-picture.module.css';

const balances = [62, 54, 47, 71, 66, 58, 52, 88, 81, 73, 66, 59, 90, 84, 76, 70, 98, 91, 86, 79, 112, 104, 97, 118];
const bars = [
  [0, 8],
  [18, 6],
  [0, 9],
  [0, 7],
  [26, 8],
  [0, 6],
  [14, 9],
  [0, 8],
  [30, 7],
  [0, 10],
] as const;

const operations = [
  { isIn: true, title: 'Пополнение картой', about: '11:20 · Елена Белова', amount: '+50 000,00 ₽' },
  { isIn: false, title: 'Хостинг «Старт»', about: '10:04 · списание', amount: '−420,00 ₽' },
  { isIn: false, title: 'SMS-рассылка, 260 шт.', about: 'вчера, 21:40 · списание', amount: '−312,00 ₽' },
];

/** The product itself in small, with made-up figures; drawn, so that it follows the theme. */
export function ProductPicture() {
  return (
    <div className={classes.picture} aria-hidden="true">
      <div className={classes.hero}>
        <div>
          <span className={classes.caption}>ООО «Северный ветер»</span>
          <span className={classes.money}>
            <HeroMoney money={{ amountMinor: 11_834_050, currency: 'RUB' }} />
          </span>
          <span className={classes.caption}>Хватит примерно до 28 ноября</span>
        </div>
        <div className={classes.spark}>
          <Sparkline values={balances} />
        </div>
      </div>
      <div className={classes.card}>
        <span className={classes.title}>Движение денег</span>
        <svg aria-hidden="true" viewBox="0 0 300 60" className={classes.bars}>
          {bars.map(([up, down], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing that never changes
            <g key={index}>
              <rect x={8 + index * 30} y={39 - up} width="10" height={up} rx="2" data-kind="in" />
              <rect x={8 + index * 30} y={41} width="10" height={down} rx="2" data-kind="out" />
            </g>
          ))}
          <path d="M0 40h300" />
        </svg>
      </div>
      <div className={classes.card}>
        {operations.map(({ isIn, title, about, amount }) => (
          <div key={title} className={classes.row}>
            <span className={classes.icon} data-in={isIn || undefined}>
              {isIn ? <ArrowInIcon size={16} /> : <ArrowOutIcon size={16} />}
            </span>
            <span className={classes.text}>
              <span>{title}</span>
              <span>{about}</span>
            </span>
            <span className={classes.amount} data-in={isIn || undefined}>
              {amount}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

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
