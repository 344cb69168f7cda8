import { createFileRoute } from '@tanstack/react-router';
import { ContactsPage } from '../../../features/info/contacts-page.tsx';

export const Route = createFileRoute('/_protected/info/contacts')({
  staticData: { title: 'Контакты' },
  component: ContactsPage,
});
