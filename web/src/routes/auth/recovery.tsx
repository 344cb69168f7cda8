import { createFileRoute } from '@tanstack/react-router';
import { RecoveryPage } from '../../features/auth/recovery-page.tsx';
import { requireVisitor } from '../../session/guards.ts';

export const Route = createFileRoute('/auth/recovery')({
  staticData: { title: 'Восстановление пароля' },
  beforeLoad: requireVisitor,
  component: RecoveryPage,
});
