import { encode } from 'uqr';
import classes from './qr-code.module.css';

/** The quiet zone that QR readers need. */
const quietModules = 4;

/** One path of horizontal runs is much smaller than a rect per module. */
function barsOf(rows: boolean[][]): string {
  return rows
    .map((row, y) => {
      const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
      return [...line.matchAll(/1+/g)]
        .map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
        .join('');
    })
    .join('');
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={barsOf(data)} />
    </svg>
  );
}
