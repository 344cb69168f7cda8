import {
  type LinkState,
  listPaymentLinks,
  type PaymentLink,
  revokePaymentLink,
} from '@kazna/contract/cabinet/payment-links';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { itemsOf, paged, queryClient } from '../../../api/query-client.ts';
import { formatCount } from '../../../format/numbers.ts';
import { Moment } from '../../../parts/moment.tsx';
import { CreateLinkDialog } from '../../../parts/paying/create-link-dialog.tsx';
import { keys } from '../../../queries/keys.ts';
import { useActiveOrganization } from '../../../queries/profile.ts';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { ReceiptDrawing } from '../../../ui/drawings.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../../ui/lists/records.tsx';
import { Page, QueryFailure } from '../../../ui/page.tsx';

/** Links by which somebody without an account pays, with what came by them. */
export function PaymentLinksPage() {
  const { can } = useActiveOrganization();
  const mayManage = can('links.manage');
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...linksQuery(),
    enabled: mayManage,
  });
  const create = mayManage && <Button onClick={() => setIsCreating(true)}>Создать ссылку</Button>;
  return (
    <Page
      title="Ссылки на оплату"
      help="payment-links"
      explanation="По ссылке платят картой или через СБП без входа в кабинет"
      back={<LinkAnchor to="/payments">← Платежи</LinkAnchor>}
      action={data?.length ? create : undefined}
    >
      {!mayManage ? (
        <p>Ссылками управляют владелец, администратор и бухгалтер.</p>
      ) : error && !data ? (
        <QueryFailure what="Ссылки не загрузились" error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <Empty drawing={<ReceiptDrawing />} title="Ссылок пока нет" action={create}>
          Создайте ссылку и отправьте её тому, кто платит за вас.
        </Empty>
      ) : (
        <>
          <Records label="Ссылки на оплату" columns={columns} items={data} keyOf={({ id }) => id} isTall />
          <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={fetchNextPage} />
        </>
      )}
      <CreateLinkDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

const stateLabels: Record<LinkState, string> = {
  open: 'Действует',
  paid: 'Оплачена',
  expired: 'Срок прошёл',
  revoked: 'Отозвана',
  closed: 'Организация не принимает деньги',
};

const paymentForms = ['платёж', 'платежа', 'платежей'] as const;

const columns: RecordColumn<PaymentLink>[] = [
  { title: 'Что оплачивают', render: ({ purpose }) => purpose },
  {
    title: 'Сумма',
    isAmount: true,
    render: ({ amountMinor, currency }) => (amountMinor === null ? 'Любая' : formatMoney({ amountMinor, currency })),
  },
  { title: 'Состояние', render: ({ state }) => stateLabels[state] },
  {
    title: 'Пришло',
    isAmount: true,
    render: ({ paidMinor, payments, currency }) =>
      payments === 0
        ? 'Ещё ничего'
        : `${formatMoney({ amountMinor: paidMinor, currency })}, ${formatCount(payments, paymentForms)}`,
  },
  {
    title: 'Создана',
    render: ({ createdAt, createdBy }) => (
      <span>
        <Moment at={createdAt} />
        {createdBy && (
          <>
            <br />
            {createdBy}
          </>
        )}
      </span>
    ),
  },
  { title: 'Действия', isTitleHidden: true, render: (link) => link.state === 'open' && <Revoke link={link} /> },
];

function Revoke({ link: { id, purpose } }: { link: PaymentLink }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button variant="default" size="sm" aria-label={`Отозвать: ${purpose}`} onClick={() => setIsAsked(true)}>
        Отозвать
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="Отозвать ссылку?"
        action="Отозвать"
        isDangerous
        onConfirm={async () => {
          await call(revokePaymentLink, { params: { linkId: id } });
          await queryClient.invalidateQueries({ queryKey: keys.paymentLinks });
          showToast({ kind: 'success', message: 'Ссылка отозвана' });
        }}
      >
        <p>Новых платежей по ней не будет. Если кто-то платит прямо сейчас, деньги зачислим.</p>
      </ConfirmDialog>
    </>
  );
}

function linksQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.paymentLinks,
    queryFn: ({ pageParam: cursor, signal }) => call(listPaymentLinks, { query: { limit: 25, cursor } }, signal),
    select: itemsOf,
  });
}
