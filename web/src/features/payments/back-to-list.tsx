import { useLocation } from '@tanstack/react-router';
import { LinkAnchor } from '../../ui/links.tsx';

export function BackToList() {
  const { to, search } = useLocation().state.cameFrom ?? { to: '/payments', search: {} };
  return (
    <LinkAnchor to={to} search={search}>
      ← {to === '/operations' ? 'Операции' : 'Платежи'}
    </LinkAnchor>
  );
}
