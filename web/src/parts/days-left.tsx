import classes from './days-left.module.css';
import { daysLeftPhrase, toneOfDays } from './days-left-phrase.ts';

/** «хватит на 13 дней», coloured by how soon the money ends; nothing while unknown. */
export function DaysLeft({ days }: { days: number | null | undefined }) {
  if (days === null || days === undefined) return null;
  return (
    <span className={classes.days} data-tone={toneOfDays(days)}>
      {daysLeftPhrase(days)}
    </span>
  );
}
