import { type KeyboardEvent, useState } from 'react';
import classes from './bar-chart.module.css';
import type { BarChartProps, Series } from './bar-chart-props.ts';
import { Bars } from './bars.tsx';
import { ChartTable } from './chart-table.tsx';
import { labelledEvery, ticksUpTo } from './scale.ts';
import { useWidth } from './use-width.ts';

const height = 240;
const top = 12;
const bottom = 28;
const labelWidth = 64;
/** Keeps the last label, centered under its bar, from being clipped. */
const right = 20;

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

export function BarChart(props: BarChartProps) {
  const { label, series, categories, formatTick, describe, onOpen } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<number>();
  const last = categories.length - 1;
  const ticks = ticksUpTo(Math.max(0, ...series.flatMap(({ values }) => values)));
  const greatest = ticks.at(-1) ?? 1;
  const left = 16 + 7 * Math.max(...ticks.map((tick) => formatTick(tick).length));
  const step = Math.max(0, width - left - right) / Math.max(1, categories.length);
  const y = (value: number) => top + (height - top - bottom) * (1 - value / greatest);
  // The last label may overflow into the padding but must not be clipped.
  const labelX = (index: number) => Math.min(left + step * (index + 0.5), width + 14 - labelWidth / 2);
  const every = labelledEvery(categories.length, width - left, labelWidth);

  function move(event: KeyboardEvent<SVGElement>) {
    const next = steps[event.key]?.(shown ?? last, last);
    if (event.key === 'Escape') setShown(undefined);
    if (event.key === 'Enter' && shown !== undefined) onOpen?.(shown);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<SVGElement>('[data-column]')[next]?.focus();
  }

  return (
    <figure className={classes.figure} aria-label={label}>
      <div ref={frame} className={classes.frame} onPointerLeave={() => setShown(undefined)}>
        {width > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a picture has no fields
          <svg width={width} height={height} className={classes.picture} role="group" aria-label={label}>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a picture cannot be focused */}
            <g aria-hidden="true">
              {ticks.map((tick) => (
                <g key={tick}>
                  <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} data-base={tick === 0 || undefined} />
                  <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                    {formatTick(tick)}
                  </text>
                </g>
              ))}
              {categories.map(({ short, full }, index) =>
                (last - index) % every === 0 ? (
                  <text key={full} x={labelX(index)} y={height - 8} textAnchor="middle">
                    {short}
                  </text>
                ) : null,
              )}
            </g>
            <Bars
              {...{ series, categories, left, step, y, shown, describe, onOpen }}
              bottom={height - bottom}
              tabStop={shown ?? last}
              onShow={setShown}
              onKeyDown={move}
            />
          </svg>
        )}
        {shown !== undefined && (
          <Tooltip text={describe(shown)} at={left + step * (shown + 0.5)} width={width} aboveY={top} />
        )}
      </div>
      {series.length > 1 && <Legend series={series} />}
      <ChartTable {...props} />
    </figure>
  );
}

function Tooltip({ text, at, width, aboveY }: { text: string; at: number; width: number; aboveY: number }) {
  const side = at > width / 2 ? { right: Math.max(0, width - at + 8) } : { left: at + 8 };
  return (
    <div className={classes.tooltip} style={{ ...side, top: aboveY }} aria-hidden="true">
      {text}
    </div>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={classes.legend}>
      {series.map(({ label }, index) => (
        <li key={label} data-series={index}>
          {label}
        </li>
      ))}
    </ul>
  );
}
