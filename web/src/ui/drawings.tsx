import type { ReactNode } from 'react';
import classes from './drawings.module.css';

/** Small drawings of empty pages, one family: two tones of the brand's tint and one line. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" className={classes.drawing} viewBox="0 0 120 96" width="120" height="96">
      <ellipse className={classes.shade} cx="60" cy="88" rx="44" ry="5" />
      {children}
    </svg>
  );
}

export const ReceiptDrawing = () => (
  <Drawing>
    <path className={classes.back} d="M40 10h48v74l-8-6-8 6-8-6-8 6-8-6-8 6z" />
    <path className={classes.front} d="M30 8h48v76l-8-6-8 6-8-6-8 6-8-6-8 6z" />
    <path className={classes.line} d="M40 24h28M40 36h28M40 48h16" />
    <path className={classes.bold} d="m42 62 6 6 12-13" />
  </Drawing>
);

export const EnvelopeDrawing = () => (
  <Drawing>
    <rect className={classes.back} x="24" y="18" width="80" height="58" rx="8" />
    <rect className={classes.front} x="16" y="26" width="80" height="58" rx="8" />
    <path className={classes.line} d="m18 80 26-25M94 80 68 55" />
    <path className={classes.bold} d="m18 31 34 27c2 2 6 2 8 0l34-27" />
  </Drawing>
);

export const CompassDrawing = () => (
  <Drawing>
    <circle className={classes.back} cx="66" cy="46" r="36" />
    <circle className={classes.front} cx="58" cy="46" r="36" />
    <path className={classes.line} d="M58 16v6M58 70v6M28 46h6M82 46h6" />
    <path className={classes.bold} d="m72 32-9 19-19 9 9-19z" />
  </Drawing>
);

export const DoneDrawing = () => (
  <Drawing>
    <circle className={classes.back} cx="66" cy="46" r="36" />
    <circle className={classes.front} cx="58" cy="46" r="36" />
    <circle className={classes.line} cx="58" cy="46" r="28" />
    <path className={classes.bold} d="m45 47 9 9 18-20" />
  </Drawing>
);

export const UnpluggedDrawing = () => (
  <Drawing>
    <rect className={classes.back} x="74" y="24" width="34" height="40" rx="10" />
    <rect className={classes.front} x="12" y="24" width="34" height="40" rx="10" />
    <path className={classes.line} d="M12 44H2M108 44h10M22 34v20M98 34v20" />
    <path className={classes.bold} d="M46 36h9M46 52h9M66 44h8" />
  </Drawing>
);
