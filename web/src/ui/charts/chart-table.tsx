import { useId, useState } from 'react';
import { ChevronDownIcon } from '../icons.tsx';
import classes from './money-chart.module.css';

interface ChartTableProps {
  label: string;
  /** The first one is that of the points. */
  titles: readonly string[];
  rows: readonly { title: string; cells: readonly string[] }[];
}

/** The chart's data as a table, for screen readers and copying. */
export function ChartTable({ label, titles, rows }: ChartTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
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
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, cells }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {cells.map((cell, index) => (
                <td key={titles[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
