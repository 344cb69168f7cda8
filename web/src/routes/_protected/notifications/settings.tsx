import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../../features/notifications/settings-page.tsx';

export const Route = createFileRoute('/_protected/notifications/settings')({
  staticData: { title: 'Настройка уведомлений' },
  component: SettingsPage,
});
