import classes from './drawings.module.css';
import { Drawing } from './drawings.tsx';

// Visitors meet none of these.

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
