import { createTariff } from '@kazna/contract/admin/services';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { AdminPage } from '../admin-page.tsx';
import { StaffOnly } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { ExampleBill } from './example-bill.tsx';
import { UsageExample } from './meter-fields.tsx';
import { catalogueQuery } from './queries.ts';
import { RadioCards } from './radio-cards.tsx';
import { TariffForm } from './tariff-form.tsx';
import { TermsFields } from './terms-fields.tsx';
import { filledTariffForm, termsIn, termsValues } from './terms-values.ts';

export function NewTariffPage({ serviceId }: { serviceId: string }) {
  const { data, error, refetch } = useQuery(catalogueQuery());
  const service = data?.find(({ id }) => id === serviceId);
  return (
    <AdminPage
      title="Новый тариф"
      explanation={service ? `Услуга «${service.name}»` : ' '}
      back={<LinkAnchor to="/admin/services">← Все услуги</LinkAnchor>}
    >
      <StaffOnly permission="admin.manage">
        {error && !data ? (
          <QueryFailure what="Услуга не загрузилась" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText lines={12} />
        ) : service ? (
          <TariffFields serviceId={serviceId} />
        ) : (
          <p>Такой услуги нет.</p>
        )}
      </StaffOnly>
    </AdminPage>
  );
}

const untouched = { name: '', isVisible: 'yes', ...termsValues(undefined) };

function TariffFields({ serviceId }: { serviceId: string }) {
  const navigate = useNavigate();
  const { form, failure, isPending, ...fields } = useContractForm(filledTariffForm, untouched);
  const save = form(async (body) => {
    const { id: tariffId } = await callConfirmed(createTariff, { params: { serviceId }, body });
    showToast({ kind: 'success', message: 'Тариф добавлен', detail: body.name });
    void refreshAdmin();
    await navigate({ to: '/admin/services/$serviceId/$tariffId', params: { serviceId, tariffId } });
  });
  return (
    <TariffForm
      form={save}
      failure={failure}
      isPending={isPending}
      action="Добавить тариф"
      cancel={{ to: '/admin/services' }}
      beside={
        <>
          <ExampleBill terms={termsIn(fields.values)} />
          <UsageExample terms={termsIn(fields.values)} />
        </>
      }
    >
      <Card title="Тариф">
        <TextField
          label="Название"
          description="До 100 символов. Видят клиенты, например «Базовый»"
          {...fields.text('name')}
          autoComplete="off"
        />
        <RadioCards
          legend="Кто подключает"
          name="isVisible"
          value={fields.values.isVisible}
          onChange={(value) => fields.set('isVisible', value)}
          choices={[
            { value: 'yes', label: 'Клиент сам', hint: 'Тариф виден в каталоге' },
            { value: 'no', label: 'Только вы', hint: 'Для особых условий одной организации' },
          ]}
        />
      </Card>
      <TermsFields {...fields} />
    </TariffForm>
  );
}
