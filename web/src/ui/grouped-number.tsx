import classes from './grouped-number.module.css';

/** Groups are separated by CSS gaps, so that copied text has no spaces. */
export function GroupedNumber({ text }: { text: string }) {
  let at = 0;
  return (
    <span className={classes.number}>
      {groupDigits(text).map((group) => {
        at += group.length;
        return <span key={at}>{group}</span>;
      })}
    </span>
  );
}

/** Of an account as banks print it. ИНН, КПП, ОГРН and БИК are written without gaps. */
const groups = [5, 3, 1, 4, 7];

/** Returns digit groups; a number of another length stays whole. */
export function groupDigits(text: string): string[] {
  const lengths = text.length === 20 ? groups : [text.length];
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}
