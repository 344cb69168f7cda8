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

/** Digit groups of bank details by length. ИНН, КПП and ОГРН are written without gaps. */
const groups: Record<string, Record<number, readonly number[]>> = {
  bik: { 9: [3, 3, 3] },
  account: { 20: [5, 3, 1, 4, 7] },
};

export type NumberKind = 'bik' | 'account';

/** Returns digit groups; a number of unknown length stays whole. */
export function groupDigits(text: string, kind: NumberKind): string[] {
  const lengths = groups[kind]?.[text.length] ?? [text.length];
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return text.slice(at - length, at);
  });
}
