import { useId, useState } from 'react';
import { ChevronDownIcon } from '../icons.tsx';
import classes from './money-chart.module.css';
import type { MoneyChartProps } from './money-chart-props.ts';

/** The chart's data as a table, for screen readers and copying. */
export function ChartTable({ label, points, pointTitle, shows, inLabel = 'Поступило', format }: MoneyChartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const titles = shows === 'balance' ? [inLabel, 'Списано', 'Баланс'] : [inLabel];
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        Таблицей
        <ChevronDownIcon size={16} />
      </button>
      <table id={id} className={classes.table} aria-label={label} hidden={!isOpen}>
        <thead>
          <tr>
            {[pointTitle, ...titles].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ full, inMinor, outMinor, balanceMinor }) => (
            <tr key={full}>
              <th scope="row">{full}</th>
              <td>{format(inMinor)}</td>
              {shows === 'balance' && <td>{format(outMinor)}</td>}
              {shows === 'balance' && <td>{format(balanceMinor)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
