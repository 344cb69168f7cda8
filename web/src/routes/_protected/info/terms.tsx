import { createFileRoute } from '@tanstack/react-router';
import { LegalTextPage } from '../../../features/info/legal-text-page.tsx';

export const Route = createFileRoute('/_protected/info/terms')({
  staticData: { title: 'Условия оферты' },
  component: () => <LegalTextPage document="offer" />,
});
