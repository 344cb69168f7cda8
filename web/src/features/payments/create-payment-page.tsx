import { Page } from '../../ui/page.tsx';
import { CreatePaymentForm } from './create-payment-form.tsx';

interface CreatePaymentPageProps {
  amount?: string | undefined;
  currency?: string | undefined;
  method?: string | undefined;
  description?: string | undefined;
}

export function CreatePaymentPage(filled: CreatePaymentPageProps) {
  return (
    <Page title="Пополнение">
      {/* The key resets the form when «Повторить» opens the page with other values. */}
      <CreatePaymentForm key={JSON.stringify(filled)} filled={filled} />
    </Page>
  );
}
