import { LinkAnchor } from '../../ui/links.tsx';
import type { OrganizationDetailsData } from './organization-labels.tsx';
import classes from './same-inn.module.css';

/** An ИНН is what its owner typed, and may be anybody's. */
export function SameInn({ organization: { sameInn } }: { organization: OrganizationDetailsData }) {
  if (sameInn.length === 0) return null;
  return (
    <div className={classes.sameInn} role="note">
      <p>
        Такой же ИНН указали в других организациях. Переводы без номера счёта выписка зачислит только по вашему выбору.
      </p>
      <ul>
        {sameInn.map(({ id, name, ownerName }) => (
          <li key={id}>
            <LinkAnchor to="/admin/organizations/$organizationId" params={{ organizationId: id }} underline="always">
              {name}
            </LinkAnchor>
            {ownerName && `, владелец ${ownerName}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
