import { type AdminOperation, getOperationAsStaff } from '@kazna/contract/admin/operations';
import { actorOf } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Moment } from '../../parts/moment.tsx';
import { ChargeRefunds, OperationFacts } from '../../parts/operation-facts.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { ChargeRefundForm } from './charge-refund-form.tsx';
import type { OrganizationsSearch } from './organization-labels.tsx';

interface OperationDialogProps {
  search: OrganizationsSearch;
  onClose: () => void;
}

/** A movement of the balance over the organization's sheet. */
export function OperationDialog({ search, onClose }: OperationDialogProps) {
  // The closing dialog still shows the last operation.
  const [last, setLast] = useState(search);
  if (search.operation !== undefined && search.operation !== last.operation) setLast(search);
  const shown = search.operation ? search : last;
  return (
    <Dialog isOpen={search.operation !== undefined} onClose={onClose} title="Операция" width={560}>
      <OperationInDialog key={shown.operation} search={shown} />
    </Dialog>
  );
}

function OperationInDialog({ search }: { search: OrganizationsSearch }) {
  const { data: operation, error, refetch } = useQuery(operationQuery(search));
  if (error && !operation)
    return <QueryFailure what="Операция не загрузилась" error={error} onRetry={() => void refetch()} />;
  if (!operation) return <SkeletonText lines={10} />;
  const { charge, currency, paymentId } = operation;
  return (
    <div className={classes.paper}>
      <OperationFacts
        operation={operation}
        actor={charge ? charge.createdBy : actorOf(operation)}
        metadata={Object.entries(charge?.metadata ?? {})}
        links={[
          [
            'Платёж',
            paymentId && (
              <LinkAnchor
                key="payment"
                to="."
                search={(current: object) => ({ ...current, operation: undefined, payment: paymentId })}
                resetScroll={false}
              >
                Открыть платёж
              </LinkAnchor>
            ),
          ],
        ]}
      />
      {charge && (
        <ChargeRefunds
          charge={charge}
          currency={currency}
          render={(refund) => <Refund {...(refund as StaffRefund)} />}
        />
      )}
      <RefundAction operation={operation} />
    </div>
  );
}

type StaffRefund = NonNullable<AdminOperation['charge']>['refunds'][number];

function Refund({ createdAt, reason, createdBy }: StaffRefund) {
  return (
    <>
      {reason}
      <span className={classes.secondary}>
        {createdBy && `${createdBy}, `}
        <Moment at={createdAt} />
      </span>
    </>
  );
}

function RefundAction({ operation: { charge, currency } }: { operation: AdminOperation }) {
  const { can } = useStaff();
  const [isRefunding, setIsRefunding] = useState(false);
  const leftMinor = charge ? charge.amountMinor - charge.refundedMinor : 0;
  if (!charge || leftMinor === 0 || !can('admin.money')) return null;
  if (isRefunding)
    return (
      <ChargeRefundForm
        chargeId={charge.id}
        left={{ amountMinor: leftMinor, currency }}
        onClose={() => setIsRefunding(false)}
      />
    );
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => setIsRefunding(true)}>
        Вернуть на баланс: до {formatMoney({ amountMinor: leftMinor, currency })}
      </Button>
    </div>
  );
}

function operationQuery({ organization: organizationId = '', operation: operationId = '' }: OrganizationsSearch) {
  return queryOptions({
    queryKey: ['admin', 'operation', organizationId, operationId],
    queryFn: () => call(getOperationAsStaff, { params: { organizationId, operationId } }),
    enabled: operationId !== '',
  });
}
