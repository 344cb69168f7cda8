import { type KeyboardEvent, useRef } from 'react';
import classes from './bar-chart.module.css';
import type { Category, Series } from './bar-chart-props.ts';

interface BarsProps {
  series: readonly Series[];
  categories: readonly Category[];
  left: number;
  /** Column width. */
  step: number;
  bottom: number;
  y: (value: number) => number;
  shown: number | undefined;
  /** The only column with a tab stop (roving tabindex). */
  tabStop: number;
  describe: (index: number) => string;
  onShow: (index: number | undefined) => void;
  onOpen: ((index: number) => void) | undefined;
  onKeyDown: (event: KeyboardEvent<SVGElement>) => void;
}

const maxBarWidth = 40;

export function Bars({ series, categories, left, step, bottom, y, onKeyDown, ...rest }: BarsProps) {
  const { shown, tabStop, describe, onShow, onOpen } = rest;
  // The first touch only shows the tooltip.
  const isFirstTouch = useRef(false);
  const gap = step > 8 ? Math.max(2, step * 0.2) : 1;
  const barWidth = Math.min(maxBarWidth, Math.max(1, (step - gap) / series.length));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the columns in it
    <g onKeyDown={onKeyDown}>
      {categories.map(({ full }, index) => {
        const middle = left + step * (index + 0.5);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it is a link where there is something to open
          <g
            key={full}
            role={onOpen ? 'link' : 'img'}
            aria-label={describe(index)}
            tabIndex={index === tabStop ? 0 : -1}
            data-column
            data-shown={index === shown || undefined}
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
            <rect x={left + step * index} y={0} width={step} height={bottom} className={classes.area} />
            {series.map(({ label, values }, place) => {
              const value = values[index] ?? 0;
              // A non-zero value is always visible.
              const tall = value > 0 ? Math.max(2, bottom - y(value)) : 0;
              return (
                <rect
                  key={label}
                  x={middle - (barWidth * series.length) / 2 + barWidth * place}
                  y={bottom - tall}
                  width={barWidth}
                  height={tall}
                  rx={Math.min(2, barWidth / 4)}
                  data-series={place}
                />
              );
            })}
          </g>
        );
      })}
    </g>
  );
}
