import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { PointNames } from '../../parts/money-movement/points.ts';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import { chartHeight, labelledEvery, ticksUpTo } from '../../ui/charts/layout.ts';
import chart from '../../ui/charts/money-chart.module.css';
import { Axes, useWidth } from '../../ui/charts/money-chart.tsx';
import classes from './spending-chart.module.css';

interface SpendingChartProps {
  label: string;
  pointTitle: string;
  points: readonly PointNames[];
  /** Of the services, in the order of the amounts. */
  titles: readonly string[];
  /** By point, then by service. */
  amounts: readonly (readonly number[])[];
  format: (amountMinor: number) => string;
  formatTick: (amountMinor: number) => string;
  /** The charges of a point, or those of a service in it. */
  onOpen: (point: number, service?: number) => void;
}

const bottom = chartHeight - 28;
const top = 12;

/** Bars by day, week or month, a part for each service, the largest at the bottom. */
export function SpendingChart(props: SpendingChartProps) {
  const { label, pointTitle, points, titles, amounts, format, formatTick } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<number>();
  const ticks = ticksUpTo(Math.max(1, ...amounts.map(sumOf)), 4);
  const tickY = (amountMinor: number) => top + (bottom - top) * (1 - amountMinor / (ticks.at(-1) ?? 1));
  const right = Math.max(0, width - 12 - 7 * Math.max(...ticks.map((tick) => formatTick(tick).length)));
  const step = right / Math.max(1, points.length);
  const layout = { ticks, tickY, right, step, labelEvery: labelledEvery(points.length, right, 56), zeroY: bottom };
  return (
    <figure className={chart.figure} aria-label={label}>
      <div ref={frame} className={chart.frame} onPointerLeave={() => setShown(undefined)}>
        {width > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a picture has no fields
          <svg width={width} height={chartHeight} className={chart.picture} role="group" aria-label={label}>
            <Axes points={points} formatTick={formatTick} layout={layout} />
            <Bars {...props} step={step} tickY={tickY} shown={shown} onShow={setShown} />
          </svg>
        )}
        {shown !== undefined && <BarCard {...props} point={shown} at={step * (shown + 0.5)} width={right} />}
      </div>
      <div className={classes.foot}>
        <ChartTable
          label={label}
          titles={[pointTitle, ...titles]}
          rows={points.map(({ full }, index) => ({ title: full, cells: (amounts[index] ?? []).map(format) }))}
        />
      </div>
    </figure>
  );
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0);

interface BarsProps extends SpendingChartProps {
  step: number;
  tickY: (amountMinor: number) => number;
  shown: number | undefined;
  onShow: (point: number | undefined) => void;
}

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function Bars({ points, titles, amounts, format, step, tickY, shown, onShow, onOpen }: BarsProps) {
  const last = points.length - 1;
  // The first touch only shows the card.
  const isFirstTouch = useRef(false);
  const open = (event: MouseEvent, point: number, service?: number) => {
    event.stopPropagation();
    if (!isFirstTouch.current) onOpen(point, service);
  };
  function move(event: KeyboardEvent<SVGElement>) {
    const next = moves[event.key]?.(shown ?? last, last);
    if (event.key === 'Escape') onShow(undefined);
    if (event.key === 'Enter' && shown !== undefined) onOpen(shown);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<SVGElement>('[data-column]')[next]?.focus();
  }
  const width = Math.max(1, Math.min(28, step * 0.64));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the columns in it
    <g onKeyDown={move}>
      {points.map(({ full, when }, point) => (
        // biome-ignore lint/a11y/useSemanticElements: a picture has no anchors
        <g
          key={full}
          role="link"
          aria-label={describe(when, titles, amounts[point] ?? [], format)}
          tabIndex={point === (shown ?? last) ? 0 : -1}
          data-column
          className={chart.column}
          onFocus={() => onShow(point)}
          onBlur={() => onShow(undefined)}
          onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onShow(point)}
          onPointerDown={({ pointerType }) => {
            isFirstTouch.current = pointerType === 'touch' && shown !== point;
            onShow(point);
          }}
          onClick={(event) => open(event, point)}
        >
          <rect x={step * point} y={0} width={step} height={bottom} className={chart.target} />
          {partsOf(amounts[point] ?? []).map(({ service, from, to }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the list of services has the same links
            <rect
              key={titles[service]}
              x={step * (point + 0.5) - width / 2}
              width={width}
              y={tickY(to)}
              height={Math.max(1, tickY(from) - tickY(to) - 1)}
              className={classes.part}
              data-service={service}
              data-dim={(shown !== undefined && shown !== point) || undefined}
              onClick={(event) => open(event, point, service)}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

/** What a point gave back on the whole has no bar. */
function partsOf(amounts: readonly number[]) {
  let from = 0;
  return amounts.flatMap((amount, service) => {
    if (amount <= 0) return [];
    const part = { service, from, to: from + amount };
    from = part.to;
    return [part];
  });
}

function describe(
  when: string,
  titles: readonly string[],
  amounts: readonly number[],
  format: SpendingChartProps['format'],
): string {
  const parts = amounts.flatMap((amount, service) => (amount === 0 ? [] : [`${titles[service]} ${format(amount)}`]));
  return `${when}: ${parts.length > 0 ? parts.join(', ') : 'ничего не списано'}`;
}

interface BarCardProps extends SpendingChartProps {
  point: number;
  at: number;
  width: number;
}

/** Screen readers hear it from the bar. */
function BarCard({ points, titles, amounts, format, point, at, width }: BarCardProps) {
  const side = at > width / 2 ? { right: `calc(100% - ${at - 12}px)` } : { left: at + 12 };
  const ofPoint = amounts[point] ?? [];
  return (
    <div className={`${chart.card} ${classes.card}`} style={side} aria-hidden="true">
      <strong>{points[point]?.full}</strong>
      {ofPoint.map((amount, service) =>
        amount === 0 ? null : (
          <span key={titles[service]} className={chart.pair}>
            <span className={classes.name}>
              <i className={classes.mark} data-service={service} />
              {titles[service]}
            </span>
            <span>{format(amount)}</span>
          </span>
        ),
      )}
      <span className={chart.pair}>
        <span>Всего</span>
        <span>{format(ofPoint.reduce((sum, amount) => sum + amount, 0))}</span>
      </span>
    </div>
  );
}
