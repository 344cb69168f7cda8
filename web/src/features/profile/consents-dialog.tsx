import {
  type GivenConsent,
  listConsents,
  withdrawableConsents,
  withdrawConsent,
} from '@kazna/contract/cabinet/consents';
import { acceptDocuments } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { formatDateTime } from '../../format/date.ts';
import { consentLabels } from '../../parts/consent-labels.ts';
import { infoQuery, versionLine } from '../../queries/info.ts';
import { keys } from '../../queries/keys.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from './session-list.module.css';

interface ConsentsDialogProps extends OpenProps {
  timezone: string;
}

export function ConsentsDialog({ timezone, isOpen, onClose }: ConsentsDialogProps) {
  return (
    <Dialog title="Согласия" isOpen={isOpen} onClose={onClose} width={560}>
      <Consents timezone={timezone} />
    </Dialog>
  );
}

function Consents({ timezone }: { timezone: string }) {
  const query = { queryKey: keys.consents, queryFn: () => call(listConsents) };
  const { data, error, refetch } = useQuery(query);
  if (error && !data)
    return <QueryFailure what="Согласия не загрузились" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} />;
  const hasAdvertising = data.items.some((one) => one.document === 'advertising' && one.withdrawnAt === null);
  return (
    <>
      <ul className={classes.list}>
        {data.items.map((consent) => (
          <ConsentRow key={consent.id} consent={consent} timezone={timezone} />
        ))}
      </ul>
      {!hasAdvertising && <AdvertisingOffer />}
      <p>Согласия на оферту и обработку данных действуют, пока есть аккаунт. Отозвать их можно, удалив его.</p>
    </>
  );
}

function ConsentRow({ consent, timezone }: { consent: GivenConsent; timezone: string }) {
  const { document, version, organizationName, acceptedAt, withdrawnAt } = consent;
  const kind = withdrawableConsents.find((one) => one === document);
  const { failure, isPending, run } = useWithdrawal(kind);
  const label = consentLabels[document];
  return (
    <li className={classes.session}>
      <div className={classes.text}>
        <p className={classes.device}>
          {document === 'offer' ? (
            <LinkAnchor to="/info/terms">{label}</LinkAnchor>
          ) : (
            <LinkAnchor to="/info/consents/$document" params={{ document }}>
              {label}
            </LinkAnchor>
          )}
        </p>
        <p className={classes.facts}>
          {organizationName && <span>{organizationName}</span>}
          <span>в{versionLine(version).slice(1)}</span>
          <span>дано {formatDateTime(acceptedAt, timezone)}</span>
          {withdrawnAt && <span>отозвано {formatDateTime(withdrawnAt, timezone)}</span>}
        </p>
        <FormFailure failure={failure} />
        {kind === 'automatic-charges' && !withdrawnAt && <p className={classes.facts}>Отзыв удалит все ваши карты.</p>}
      </div>
      {kind && !withdrawnAt && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Отозвать согласие: ${label}`}
          aria-busy={isPending}
          aria-disabled={isPending}
          onClick={run}
        >
          Отозвать
        </Button>
      )}
    </li>
  );
}

function useWithdrawal(document: (typeof withdrawableConsents)[number] | undefined) {
  const queryClient = useQueryClient();
  return useAction(async () => {
    if (!document) return;
    await call(withdrawConsent, { params: { document } });
    await queryClient.invalidateQueries({ queryKey: keys.consents });
    showToast({ kind: 'success', message: 'Согласие отозвано' });
  });
}

function AdvertisingOffer() {
  const queryClient = useQueryClient();
  const { failure, isPending, run } = useAction(async () => {
    const { documents } = await queryClient.fetchQuery(infoQuery());
    const version = documents.find(({ document }) => document === 'advertising')?.version ?? '';
    await call(acceptDocuments, { body: { documents: [{ document: 'advertising', version }] } });
    await queryClient.invalidateQueries({ queryKey: keys.consents });
  });
  return (
    <>
      <p>
        Рекламу мы вам не присылаем.{' '}
        <LinkAnchor to="/info/consents/$document" params={{ document: 'advertising' }}>
          Текст согласия
        </LinkAnchor>
      </p>
      <FormFailure failure={failure} />
      <Button variant="default" aria-busy={isPending} aria-disabled={isPending} onClick={run}>
        Согласиться на рекламу
      </Button>
    </>
  );
}
