import { createFileRoute } from '@tanstack/react-router';
import { LegalTextPage } from '../../../features/info/legal-text-page.tsx';

export const Route = createFileRoute('/_protected/info/privacy')({
  staticData: { title: 'Политика обработки персональных данных' },
  component: () => <LegalTextPage document="privacy" />,
});
