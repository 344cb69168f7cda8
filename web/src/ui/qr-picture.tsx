import classes from './qr-picture.module.css';

/** The quiet zone that QR readers need. */
const quietModules = 4;

/** One path of horizontal runs is much smaller than a rect per module. */
function barsOf(rows: readonly string[]): string {
  return rows
    .map((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`).join(''),
    )
    .join('');
}

interface QrPictureProps {
  /** Rows of modules without the quiet zone, `1` for black. */
  rows: readonly string[];
  label: string;
}

export function QrPicture({ rows, label }: QrPictureProps) {
  const size = rows.length + 2 * quietModules;
  return (
    <svg
      className={classes.code}
      viewBox={`${-quietModules} ${-quietModules} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={barsOf(rows)} />
    </svg>
  );
}
