import { actorOf } from '@kazna/contract/cabinet/balance';
import { documentKinds } from '@kazna/contract/cabinet/documents';
import { getOperation, type OperationDetails } from '@kazna/contract/cabinet/operations';
import { Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { statusOf } from '../../api/request.ts';
import { periodName } from '../../format/months.ts';
import { useConfirmation } from '../../parts/document-confirmation.ts';
import { Moment } from '../../parts/moment.tsx';
import { ChargeRefunds, OperationFacts } from '../../parts/operation-facts.tsx';
import { AskSupport } from '../../parts/requests/request-labels.tsx';
import { infoQuery } from '../../queries/info.ts';
import { keys } from '../../queries/keys.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { SideSheet } from '../../ui/dialogs/side-sheet.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import type { OperationsSearch } from './search.ts';

interface OperationSheetProps {
  search: OperationsSearch;
  onClose: () => void;
}

export function OperationSheet({ search, onClose }: OperationSheetProps) {
  return (
    <SideSheet openId={search.operation} onClose={onClose} title="Операция">
      {(operationId) => <OpenedOperation key={operationId} operationId={operationId} search={search} />}
    </SideSheet>
  );
}

function operationQuery(organizationId: string | undefined, operationId: string) {
  return queryOptions({
    queryKey: keys.operation(organizationId, operationId),
    queryFn: ({ signal }) => call(getOperation, { params: { operationId } }, signal),
    enabled: organizationId !== undefined,
  });
}

interface OpenedOperationProps {
  operationId: string;
  search: OperationsSearch;
}

function OpenedOperation({ operationId, search }: OpenedOperationProps) {
  const { id: organizationId } = useActiveOrganization();
  const { data: operation, error, refetch } = useQuery(operationQuery(organizationId, operationId));
  const { data: info } = useQuery({ ...infoQuery(), staleTime: Number.POSITIVE_INFINITY });
  // Another organization's operation returns 404, an invalid id 400.
  if ([400, 404].includes(statusOf(error) ?? 0))
    return (
      <p>Такой операции нет, или она сделана в другой организации. Если вы состоите в нескольких, переключитесь.</p>
    );
  if (error && !operation)
    return <QueryFailure what="Операция не загрузилась" error={error} onRetry={() => void refetch()} />;
  if (!operation) return <SkeletonText lines={10} />;
  const { charge, currency } = operation;
  return (
    <>
      <OperationFacts
        operation={operation}
        actor={charge ? info?.operator.name : actorOf(operation)}
        metadata={charge?.shownMetadata.map(({ title, value }) => [title, value] as const) ?? []}
        links={linksOf(operation, search)}
      />
      {charge && (
        <ChargeRefunds
          charge={charge}
          currency={currency}
          render={({ id, createdAt }) => (
            <OtherOperation id={id} search={search}>
              <Moment at={createdAt} />
            </OtherOperation>
          )}
        />
      )}
    </>
  );
}

/** Where one goes on from the operation; going back from there leads to the list as it is filtered. */
function linksOf(operation: OperationDetails, search: OperationsSearch): (readonly [string, ReactNode])[] {
  const { id, paymentId, invoiceId, charge, document } = operation;
  const about = aboutOf(operation);
  const state = { cameFrom: { to: '/operations', search: { ...search, operation: undefined } } } as const;
  return [
    [
      'Списание',
      charge && charge.operationId !== id && (
        <OtherOperation key="charge" id={charge.operationId} search={search}>
          Открыть списание
        </OtherOperation>
      ),
    ],
    [
      'Подписка',
      charge?.subscription && (
        <LinkAnchor key="subscription" to="/services/$id" params={{ id: charge.subscription.id }}>
          Открыть услугу
        </LinkAnchor>
      ),
    ],
    [
      'Платёж',
      paymentId && (
        <LinkAnchor key="payment" to="/payments/$id" params={{ id: paymentId }} state={state}>
          Открыть платёж
        </LinkAnchor>
      ),
    ],
    [
      'Счёт',
      invoiceId && (
        <LinkAnchor key="invoice" to="/invoices/$id" params={{ id: invoiceId }} state={state}>
          Открыть счёт
        </LinkAnchor>
      ),
    ],
    [
      'Подтверждение',
      (operation.kind === 'top_up' || operation.kind === 'bank_receipt') && (
        <Confirmation key="confirmation" operationId={id} />
      ),
    ],
    [
      'Документ',
      document && (
        <LinkAnchor key="document" to="/documents" search={{ period: document.period }}>
          {`${documentKinds[document.kind]} №\u00a0${document.number} за ${periodName(document.period).toLowerCase()}`}
        </LinkAnchor>
      ),
    ],
    ['Вопрос', about && <AskSupport key="ask" about={about} />],
  ];
}

function Confirmation({ operationId }: { operationId: string }) {
  const { isPending, run } = useConfirmation(operationId);
  return (
    <Anchor component="button" type="button" aria-busy={isPending} onClick={run}>
      Скачать PDF
    </Anchor>
  );
}

/** What a question about the operation is bound to. */
function aboutOf({ paymentId, invoiceId, charge }: OperationDetails) {
  if (paymentId) return { kind: 'payment', id: paymentId } as const;
  if (invoiceId) return { kind: 'invoice', id: invoiceId } as const;
  return charge?.subscription && ({ kind: 'subscription', id: charge.subscription.id } as const);
}

interface OtherOperationProps {
  id: string;
  search: OperationsSearch;
  children: ReactNode;
}

/** Takes the place of the open operation, so that one step back closes the sheet. */
function OtherOperation({ id, search, children }: OtherOperationProps) {
  return (
    <LinkAnchor
      to="/operations"
      search={{ ...search, operation: id }}
      state={(state) => state}
      replace
      resetScroll={false}
    >
      {children}
    </LinkAnchor>
  );
}
