import { type ApiKey, revokeKey, rollKey } from '@kazna/contract/admin/keys';
import type { Webhook } from '@kazna/contract/admin/webhooks';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { firstOverlap, OverlapField, ShownOnce } from '../new-secret.tsx';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { webhooksQuery } from '../webhooks/queries.ts';
import { KeyStatusMark, keyMask, scopeLabel } from './api-keys.tsx';
import { keyWarning } from './create-key-dialog.tsx';

export function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const { name, scopes, networks, status, createdBy, createdAt, expiresAt, previousWorksUntil } = apiKey;
  return (
    <>
      <div>
        <h2 className={classes.name}>{name}</h2>
        <div className={classes.marks}>
          <KeyStatusMark status={status} />
        </div>
      </div>
      {status === 'active' && <KeyActions apiKey={apiKey} />}
      <Facts
        facts={[
          ['Ключ', <code key="mask">{keyMask(apiKey)}</code>],
          ['Последний вызов', <LastUse key="used" {...apiKey} />],
          ['Действует до', expiresAt ? <Moment key="until" at={expiresAt} /> : 'Без срока'],
          ['Прежний работает до', previousWorksUntil && <Moment key="previous" at={previousWorksUntil} />],
          ['Откуда', networks.join(', ') || 'Отовсюду'],
          ['Создан', <Moment key="created" at={createdAt} />],
          ['Кем', createdBy],
        ]}
      />
      <SheetPart title="Что ключу можно">
        <ul className={classes.lines}>
          {scopes.map((scope) => (
            <li key={scope}>
              <span>{scopeLabel(scope)}</span>
              <code className={classes.secondary}>{scope}</code>
            </li>
          ))}
        </ul>
      </SheetPart>
    </>
  );
}

export function LastUse({ lastUsedAt, lastUsedAddress }: Pick<ApiKey, 'lastUsedAt' | 'lastUsedAddress'>) {
  if (!lastUsedAt) return 'Ещё не было';
  return (
    <span title={lastUsedAddress ?? undefined}>
      <Moment at={lastUsedAt} />
    </span>
  );
}

function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const [asked, setAsked] = useState<'roll' | 'revoke'>();
  const close = () => setAsked(undefined);
  const { data: all } = useQuery(webhooksQuery());
  const webhooks = all?.filter(({ keyId, enabled }) => keyId === apiKey.id && enabled);
  return (
    <div className={classes.actions}>
      <Button size="sm" onClick={() => setAsked('roll')}>
        Сменить ключ
      </Button>
      <Button variant="default" size="sm" onClick={() => setAsked('revoke')}>
        Отозвать
      </Button>
      <RollKeyDialog isOpen={asked === 'roll'} onClose={close} apiKey={apiKey} webhooks={webhooks} />
      <ConfirmDialog
        isOpen={asked === 'revoke'}
        onClose={close}
        title={`Отозвать ключ «${apiKey.name}»?`}
        action="Отозвать"
        isDangerous
        onConfirm={async () => {
          await callConfirmed(revokeKey, { params: { keyId: apiKey.id } });
          showToast({ kind: 'success', message: 'Ключ отозван', detail: apiKey.name });
          void refreshAdmin();
        }}
      >
        <p>Программы с этим ключом сразу начнут получать отказ. Вернуть ключ нельзя, только создать новый.</p>
        <p>
          Если программа работает дальше, смените ключ, а не создавайте новый: под новым ключом повтор неудавшегося
          запроса спишет деньги ещё раз.
        </p>
        <StoppedWebhooks webhooks={webhooks} />
      </ConfirmDialog>
    </div>
  );
}

/** Those of the key that are on; undefined while they are not known. */
interface KeyWebhooks {
  webhooks: Webhook[] | undefined;
}

const addressForms = ['адрес', 'адреса', 'адресов'] as const;

function StoppedWebhooks({ webhooks }: KeyWebhooks) {
  if (!webhooks) return <p>Адреса вебхуков, которые добавил этот ключ, тоже выключатся.</p>;
  if (webhooks.length === 0) return null;
  return (
    <>
      <p>
        Вместе с ключом выключим вебхуки, которые он добавил: {formatCount(webhooks.length, addressForms)}. Если адрес
        ваш и нужен дальше, потом включите его снова.
      </p>
      <ul className={dialog.list}>
        {webhooks.map(({ id, url }) => (
          <li key={id}>{url}</li>
        ))}
      </ul>
    </>
  );
}

interface RollKeyDialogProps extends KeyWebhooks {
  isOpen: boolean;
  onClose: () => void;
  apiKey: ApiKey;
}

function RollKeyDialog({ isOpen, onClose, apiKey, webhooks = [] }: RollKeyDialogProps) {
  const [hours, setHours] = useState<string>(firstOverlap);
  const [key, setKey] = useState<string>();
  const { failure, isPending, run, clearFailure } = useAction(async () => {
    const body = { overlapHours: Number(hours) };
    setKey((await callConfirmed(rollKey, { params: { keyId: apiKey.id }, body })).key);
    void refreshAdmin();
  });
  const close = () => {
    setKey(undefined);
    clearFailure();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={key ? 'Ключ сменён' : `Сменить ключ «${apiKey.name}»?`} width={560}>
      {key ? (
        <ShownOnce label="Новый ключ" secret={key} warning={keyWarning} copied="Ключ скопирован" onClose={close} />
      ) : (
        <>
          <div className={dialog.text}>
            <p>
              Появится новый ключ с теми же правами. Прежний ещё поработает, чтобы программы успели перейти. Повторы
              запросов останутся безопасны: дважды деньги не спишутся.
            </p>
            {webhooks.length > 0 && (
              <p>
                Вебхуки, которые добавил ключ, работают дальше: {formatCount(webhooks.length, addressForms)}. Если ключ
                попал в чужие руки, проверьте их в разделе «Вебхуки».
              </p>
            )}
          </div>
          <OverlapField
            label="Сколько работает прежний"
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <FormFailure failure={failure} />
          <DialogActions action="Сменить ключ" onAction={run} onCancel={close} isPending={isPending} />
        </>
      )}
    </Dialog>
  );
}
