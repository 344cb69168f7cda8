import { groupDigits, type NumberKind } from '../format/digits.ts';
import classes from './grouped-number.module.css';

/** Groups are separated by CSS gaps, so that copied text has no spaces. */
export function GroupedNumber({ text, kind }: { text: string; kind: NumberKind }) {
  let at = 0;
  return (
    <span className={classes.number}>
      {groupDigits(text, kind).map((group) => {
        at += group.length;
        return <span key={at}>{group}</span>;
      })}
    </span>
  );
}
