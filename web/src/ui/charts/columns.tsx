import { type KeyboardEvent, useRef } from 'react';
import type { Layout } from './layout.ts';
import classes from './money-chart.module.css';
import type { MoneyChartProps } from './money-chart-props.ts';

interface ColumnsProps extends MoneyChartProps {
  layout: Layout;
  shown: number | undefined;
  onShow: (index: number | undefined) => void;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** One focusable column per point: bars, the crosshair and the whole height to point at. */
export function Columns({ points, shows, layout, shown, describe, onShow, onOpen }: ColumnsProps) {
  const { step, barWidth, bottom, zeroY, barHeight, tickY } = layout;
  const last = points.length - 1;
  // The first touch only shows the card.
  const isFirstTouch = useRef(false);

  function move(event: KeyboardEvent<SVGElement>) {
    const next = steps[event.key]?.(shown ?? last, last);
    if (event.key === 'Escape') onShow(undefined);
    if (event.key === 'Enter' && shown !== undefined) onOpen?.(shown);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<SVGElement>('[data-column]')[next]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the columns in it
    <g onKeyDown={move}>
      {points.map(({ full, inMinor, outMinor, balanceMinor }, index) => {
        const middle = step * (index + 0.5);
        const bar = { x: middle - barWidth / 2, width: barWidth, rx: Math.min(2, barWidth / 3) };
        const [up, down] = [barHeight(inMinor), barHeight(outMinor)];
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it is a link where there is something to open
          <g
            key={full}
            role={onOpen ? 'link' : 'img'}
            aria-label={describe(index)}
            tabIndex={index === (shown ?? last) ? 0 : -1}
            data-column
            className={classes.column}
            onFocus={() => onShow(index)}
            onBlur={() => onShow(undefined)}
            onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onShow(index)}
            onPointerDown={({ pointerType }) => {
              isFirstTouch.current = pointerType === 'touch' && shown !== index;
              onShow(index);
            }}
            onClick={() => !isFirstTouch.current && onOpen?.(index)}
          >
            <rect x={step * index} y={0} width={step} height={bottom} className={classes.target} />
            {index === shown && <line x1={middle} x2={middle} y1={4} y2={bottom} className={classes.crosshair} />}
            <rect {...bar} y={zeroY - up - 1} height={up} className={classes.in} />
            {shows === 'balance' && <rect {...bar} y={zeroY + 1} height={down} className={classes.out} />}
            {index === shown && shows === 'balance' && (
              <circle cx={middle} cy={tickY(balanceMinor)} r={4} className={classes.dot} />
            )}
          </g>
        );
      })}
    </g>
  );
}
