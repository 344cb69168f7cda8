import classes from './sparkline.module.css';

const width = 340;
const height = 96;
const margin = 8;

/** A line without axes; the caller labels it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) =>
      [margin + step * index, height - margin - ((value - least) / range) * (height - 2 * margin)] as const,
  );
  const last = points.at(-1);
  if (!last) return null;
  return (
    <svg aria-hidden="true" className={classes.spark} viewBox={`0 0 ${width} ${height}`}>
      <polyline points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      <circle cx={last[0]} cy={last[1]} r={4} />
    </svg>
  );
}
