import { useLocation } from '@tanstack/react-router';
import { LinkAnchor } from '../../ui/links.tsx';

/** To the list that the payment was opened from, filtered as it was; to all payments when it was opened by its address. */
export function BackToList() {
  const { to, search } = useLocation().state.cameFrom ?? { to: '/payments', search: {} };
  return (
    <LinkAnchor to={to} search={search}>
      ← {to === '/operations' ? 'Операции' : 'Платежи'}
    </LinkAnchor>
  );
}
