import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activeMembership, profileQuery } from '../../queries/profile.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import classes from './summary.module.css';

interface SummaryProps {
  /** Term, value (false while loading) and whether the value is the main one. */
  pairs: readonly (readonly [term: string, value: string | false, isMain?: boolean])[];
  note: ReactNode;
  /** The failure and the button. */
  children: ReactNode;
}

/** Stands beside a form that pays: whose balance it is, what becomes of it, and the button. */
export function Summary({ pairs, note, children }: SummaryProps) {
  const { data: profile } = useQuery(profileQuery());
  const organization = activeMembership(profile);
  return (
    <aside className={classes.summary} aria-label="Что получится">
      <div className={classes.whose}>
        <Avatar id={organization?.organizationId ?? ''} name={organization?.name ?? ''} size={40} />
        <span>
          <span className={classes.caption}>Баланс организации</span>
          <span className={classes.name} title={organization?.name}>
            {organization?.name ?? <SkeletonLine width={180} />}
          </span>
        </span>
      </div>
      <dl className={classes.pairs}>
        {pairs.map(([term, value, isMain = false]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd aria-live={isMain ? 'polite' : undefined} data-main={isMain || undefined}>
              {value || <SkeletonLine width={90} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.pay}>{children}</div>
      <p className={classes.note}>{note}</p>
    </aside>
  );
}
