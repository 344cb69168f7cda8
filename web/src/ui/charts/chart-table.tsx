import classes from './bar-chart.module.css';
import type { BarChartProps } from './bar-chart-props.ts';

/** The chart's data as a table, for screen readers and copying. */
export function ChartTable({ label, series, categories, categoryTitle, format }: BarChartProps) {
  return (
    <details className={classes.details}>
      <summary>Показать таблицей</summary>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{categoryTitle}</th>
            {series.map((one) => (
              <th key={one.label} scope="col">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ full }, index) => (
            <tr key={full}>
              <th scope="row">{full}</th>
              {series.map((one) => (
                <td key={one.label}>{format(one.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
