import classes from './product-drawing.module.css';

const rows = [
  ['in', 'Пополнение картой', 'сегодня, 11:20 · Елена Белова', '+25 000,00 ₽'],
  ['out', 'Хранение документов, 50 ГБ', 'сегодня, 09:04 · списание', '−1 420,00 ₽'],
  ['out', 'SMS-рассылка клиентам', 'вчера, 18:40 · списание', '−3 312,00 ₽'],
] as const;

const line =
  'M0 46 20 49 40 53 60 58 80 30 100 34 120 39 140 43 160 48 180 52 200 24 220 28 240 33 260 36 280 41 300 12 320 15';
/** Horizontal place and height of the bars. */
const moneyIn = [
  [80, 17],
  [200, 18],
  [300, 20],
] as const;
const moneyOut = [5, 7, 5, 4, 6, 4, 5, 7, 5, 6, 4, 5, 8, 4, 6, 5];

/** A small dashboard with made-up figures, for people who have not seen the product yet. */
export function ProductDrawing() {
  return (
    <div className={classes.product} aria-hidden="true">
      <div className={classes.card}>
        <div className={classes.head}>
          <span className={classes.avatar}>СВ</span>
          ООО «Северный ветер»
        </div>
        <div className={classes.label}>На балансе</div>
        <div className={classes.money}>
          128 450<small>,90 ₽</small>
        </div>
        <div className={classes.days}>Хватит на 34 дня</div>
        <svg aria-hidden="true" className={classes.chart} viewBox="0 0 320 104" fill="none">
          <path className={classes.area} d={`${line}V66H0Z`} />
          <path className={classes.line} pathLength="1" d={line} />
          {moneyIn.map(([x, height]) => (
            <rect key={x} className={classes.in} x={x - 3} y={92 - height} width="6" height={height} rx="2" />
          ))}
          {moneyOut.map((height, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            <rect key={place} className={classes.out} x={place * 20 + 7} y="94" width="6" height={height} rx="2" />
          ))}
        </svg>
      </div>
      <div className={classes.card}>
        {rows.map(([kind, title, about, amount]) => (
          <div key={title} className={classes.row} data-kind={kind}>
            <span className={classes.arrow}>{kind === 'in' ? '↓' : '↑'}</span>
            <span className={classes.what}>
              {title}
              <small>{about}</small>
            </span>
            <span className={classes.amount}>{amount}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
