import { useLocation } from '@tanstack/react-router';
import { LinkAnchor } from '../../ui/links.tsx';

/** Links back to the filtered list that the payment was opened from. */
export function BackToList() {
  const { to, search } = useLocation().state.cameFrom ?? { to: '/payments', search: {} };
  return (
    <LinkAnchor to={to} search={search}>
      ← {to === '/operations' ? 'Операции' : 'Платежи'}
    </LinkAnchor>
  );
}
