import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { heldExplanation, heldText } from '../../parts/held-text.ts';
import { balanceQuery } from '../../queries/balance.ts';
import classes from './operations-table.module.css';

/** What is set aside, beside the title; leads to the operations that set it aside. */
export function HeldMark({ organizationId }: { organizationId: string | undefined }) {
  const { data } = useQuery(balanceQuery(organizationId));
  const held = heldText(data?.items);
  if (!held) return null;
  return (
    <p className={classes.held}>
      <Link to="/operations" search={{ kind: 'hold' }}>
        {held}
      </Link>
      : {heldExplanation}
    </p>
  );
}
