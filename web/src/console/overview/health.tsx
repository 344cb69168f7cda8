import type { Overview } from '@kazna/contract/admin/overview';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { CheckIcon, InfoIcon, WarningIcon } from '../../ui/icons.tsx';
import { healthOf } from './health-checks.ts';
import classes from './overview.module.css';

const icons = { good: CheckIcon, note: InfoIcon, bad: WarningIcon };

export function Health({ overview }: { overview: Overview | undefined }) {
  return (
    <section className={classes.card} aria-label="Работа сервиса">
      <h2>Работа сервиса</h2>
      {overview ? (
        <ul className={classes.health}>
          {healthOf(overview).map(({ part, tone, state, advice }) => {
            const Icon = icons[tone];
            return (
              <li key={part} data-tone={tone}>
                <Icon />
                <div>
                  <span className={classes.part}>{part}</span>
                  <strong>{state}</strong>
                  {advice && <p>{advice}</p>}
                </div>
              </li>
            );
          })}
        </ul>
      ) : (
        <SkeletonText lines={8} />
      )}
    </section>
  );
}
