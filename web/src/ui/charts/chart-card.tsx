import classes from './money-chart.module.css';
import type { ChartPoint, MoneyChartProps } from './money-chart-props.ts';

interface ChartCardProps extends MoneyChartProps {
  point: ChartPoint;
  at: number;
  width: number;
}

/** What the point under the crosshair holds; screen readers hear it from the column. */
export function ChartCard({ point, at, width, shows, format, ...labels }: ChartCardProps) {
  const { inLabel = 'Поступило', outLabel = 'Списано', balanceLabel = 'Баланс' } = labels;
  const side = at > width / 2 ? { right: `calc(100% - ${at - 12}px)` } : { left: at + 12 };
  const change = point.inMinor - point.outMinor;
  const sign = change > 0 ? '+' : '';
  const rows: (readonly [string, string])[] =
    shows === 'balance'
      ? [
          [inLabel, format(point.inMinor)],
          [outLabel, format(point.outMinor)],
          ['Изменение', `${sign}${format(change)}`],
          [balanceLabel, format(point.balanceMinor)],
        ]
      : [[inLabel, format(point.inMinor)]];
  return (
    <div className={classes.card} style={side} aria-hidden="true">
      <strong>{point.full}</strong>
      {rows.map(([title, amount]) => (
        <span key={title} className={classes.pair}>
          <span>{title}</span>
          <span>{amount}</span>
        </span>
      ))}
    </div>
  );
}
