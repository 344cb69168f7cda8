import type { ReactNode } from 'react';
import classes from './drawings.module.css';

/** Small drawings of empty pages, one family: two tones of the brand's tint and one line. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" className={classes.drawing} viewBox="0 0 120 96" width="120" height="96">
      <ellipse className={classes.shade} cx="60" cy="88" rx="44" ry="5" />
      {children}
    </svg>
  );
}

export const CoinDrawing = () => (
  <Drawing>
    <circle className={classes.back} cx="66" cy="44" r="36" />
    <circle className={classes.front} cx="58" cy="44" r="36" />
    <circle className={classes.line} cx="58" cy="44" r="28" />
    <path className={classes.bold} d="M50 31v26M68 31 55 44l13 13" />
  </Drawing>
);

export const StackDrawing = () => (
  <Drawing>
    <path className={classes.back} d="M22 66v10c0 6 17 10 38 10s38-4 38-10V66z" />
    <ellipse className={classes.front} cx="60" cy="66" rx="38" ry="11" />
    <path className={classes.back} d="M26 46v11c0 6 16 10 35 10s35-4 35-10V46z" />
    <ellipse className={classes.front} cx="61" cy="46" rx="35" ry="10" />
    <path className={classes.back} d="M22 26v11c0 6 16 10 36 10s36-4 36-10V26z" />
    <ellipse className={classes.front} cx="58" cy="26" rx="36" ry="11" />
    <path className={classes.bold} d="M54 21v10M63 21l-6 5 6 5" />
  </Drawing>
);

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

export const PeopleDrawing = () => (
  <Drawing>
    <circle className={classes.back} cx="78" cy="30" r="15" />
    <path className={classes.back} d="M52 84c1-20 12-32 26-32s25 12 26 32z" />
    <circle className={classes.front} cx="46" cy="32" r="17" />
    <path className={classes.front} d="M14 86c1-22 15-33 32-33s31 11 32 33z" />
    <path className={classes.bold} d="M39 33c2 6 12 6 14 0" />
    <path className={classes.line} d="M28 82c1-9 4-14 8-17M64 82c-1-9-4-14-8-17" />
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
