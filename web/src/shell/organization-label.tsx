import { activeMembership } from './active-membership.ts';
import { Hint } from './hint.tsx';
import classes from './side-panel.module.css';
import type { SidePanelProps } from './side-panel.tsx';

export function OrganizationLabel({ profile, isLoading, isCollapsed }: SidePanelProps) {
  const name = profile ? (activeMembership(profile)?.name ?? 'Без организации') : 'Казна';
  return (
    <Hint label={name} isShown={isCollapsed && !isLoading}>
      <div className={classes.organization}>
        <span className={classes.letter} aria-hidden>
          {isLoading ? '' : firstLetter(name)}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{isLoading ? <span className={classes.loading} /> : name}</span>
        </span>
      </div>
    </Hint>
  );
}

/** «ООО «Ромашка»» is known by its Р, not by its О. */
function firstLetter(name: string): string {
  const quoted = /[«"]\s*(\p{L}|\p{N})/u.exec(name)?.[1];
  return (quoted ?? /\p{L}|\p{N}/u.exec(name)?.[0] ?? '').toUpperCase();
}
