import { useEffect, useId, useRef, useState } from 'react';
import { ChartCard } from './chart-card.tsx';
import { ChartTable } from './chart-table.tsx';
import { Columns } from './columns.tsx';
import { chartHeight, type Layout, layOut, linePath } from './layout.ts';
import classes from './money-chart.module.css';
import type { MoneyChartProps } from './money-chart-props.ts';

/** The balance as a line over what came in (up) and went out (down), with a card at the pointer. */
export function MoneyChart(props: MoneyChartProps) {
  const { label, points, shows, previousBalances = [] } = props;
  const { inLabel = 'Поступило', outLabel = 'Списано', balanceLabel = 'Баланс' } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<number>();
  const layout = layOut(props, width);
  const point = shown === undefined ? undefined : points[shown];
  return (
    <figure className={classes.figure} aria-label={label}>
      <div ref={frame} className={classes.frame} onPointerLeave={() => setShown(undefined)}>
        {width > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a picture has no fields
          <svg width={width} height={chartHeight} className={classes.picture} role="group" aria-label={label}>
            <Axes points={points} formatTick={props.formatTick} layout={layout} />
            {shows === 'balance' && <Line {...props} layout={layout} />}
            <Columns {...props} layout={layout} shown={shown} onShow={setShown} />
          </svg>
        )}
        {point && shown !== undefined && (
          <ChartCard {...props} point={point} at={layout.step * (shown + 0.5)} width={layout.right} />
        )}
      </div>
      <div className={classes.foot}>
        <ul className={classes.legend}>
          {shows === 'balance' && <li data-kind="balance">{balanceLabel}</li>}
          <li data-kind="in">{inLabel}</li>
          {shows === 'balance' && <li data-kind="out">{outLabel}</li>}
          {previousBalances.length > 0 && <li data-kind="previous">Баланс в прошлый период</li>}
        </ul>
        <ChartTable
          label={label}
          titles={[props.pointTitle, inLabel, ...(shows === 'balance' ? [outLabel, balanceLabel] : [])]}
          rows={points.map(({ full, inMinor, outMinor, balanceMinor }) => ({
            title: full,
            cells: (shows === 'balance' ? [inMinor, outMinor, balanceMinor] : [inMinor]).map(props.format),
          }))}
        />
      </div>
    </figure>
  );
}

interface AxesProps extends Pick<MoneyChartProps, 'formatTick'> {
  points: readonly { short: string; full: string }[];
  layout: Pick<Layout, 'ticks' | 'tickY' | 'right' | 'step' | 'labelEvery' | 'zeroY'>;
}

export function Axes({ points, formatTick, layout }: AxesProps) {
  const { ticks, tickY, right, step, labelEvery, zeroY } = layout;
  const last = points.length - 1;
  // The outermost labels stay within the picture.
  const labelX = (index: number) => Math.max(22, Math.min(step * (index + 0.5), right - 12));
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a picture cannot be focused
    <g aria-hidden="true">
      {ticks
        // Of a chart without money all would be labelled as nothing.
        .filter((tick) => tick > 0 && formatTick(tick) !== formatTick(0))
        .map((tick) => (
          <g key={tick}>
            <line x1={0} x2={right} y1={tickY(tick)} y2={tickY(tick)} className={classes.grid} />
            <text x={right + 8} y={tickY(tick)} dy="0.35em">
              {formatTick(tick)}
            </text>
          </g>
        ))}
      <line x1={0} x2={right} y1={zeroY} y2={zeroY} className={classes.zero} />
      {points.map(({ short, full }, index) =>
        (last - index) % labelEvery === 0 ? (
          <text key={full} x={labelX(index)} y={chartHeight - 8} textAnchor="middle">
            {short}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Line({ points, previousBalances = [], layout }: MoneyChartProps & { layout: Layout }) {
  const id = useId();
  const { right, step, tickY } = layout;
  const path = linePath(
    points.map(({ balanceMinor }) => balanceMinor),
    layout,
  );
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a picture cannot be focused
    <g aria-hidden="true">
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop className={classes.soft} stopOpacity="0.18" />
        <stop className={classes.soft} stopOpacity="0.01" offset="1" />
      </linearGradient>
      <path className={classes.previous} d={linePath(previousBalances, layout)} />
      <path fill={`url(#${id})`} d={`${path}V${tickY(0)}H${(right - step * (points.length - 0.5)).toFixed(1)}Z`} />
      <path className={classes.line} d={path} />
    </g>
  );
}

/** Observes an element's width; zero until measured. */
export function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // Asking for the width here would make the browser lay the page out in the middle of rendering.
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
