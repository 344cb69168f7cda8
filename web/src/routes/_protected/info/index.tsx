import { createFileRoute } from '@tanstack/react-router';
import { InfoPage } from '../../../features/info/info-page.tsx';

export const Route = createFileRoute('/_protected/info/')({
  staticData: { title: 'Информация' },
  component: InfoPage,
});
