import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { SuccessRegistrationPage } from '../../features/auth/success-registration-page.tsx';

export const Route = createFileRoute('/auth/success-registration')({
  staticData: { title: 'Проверьте почту' },
  beforeLoad: ({ location }) => {
    if (!location.state.email) throw redirect({ to: '/auth', replace: true });
  },
  component: () => {
    const email = useLocation({ select: (location) => location.state.email });
    return email ? <SuccessRegistrationPage email={email} /> : null;
  },
});
