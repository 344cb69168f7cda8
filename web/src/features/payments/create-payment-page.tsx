import { Card, Page } from '../../ui/page.tsx';
import classes from './create-payment.module.css';
import { CreatePaymentForm } from './create-payment-form.tsx';

interface CreatePaymentPageProps {
  amount?: string | undefined;
  currency?: string | undefined;
  method?: string | undefined;
  description?: string | undefined;
}

export function CreatePaymentPage(filled: CreatePaymentPageProps) {
  return (
    <Page isNarrow title="Пополнение" explanation="Оплата проходит на странице платёжной системы.">
      <div className={classes.form}>
        <Card>
          {/* The key resets the form when «Повторить» opens the page with other values. */}
          <CreatePaymentForm key={JSON.stringify(filled)} filled={filled} />
        </Card>
      </div>
    </Page>
  );
}
