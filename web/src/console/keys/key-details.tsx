import { type ApiKey, revokeKey } from '@kazna/contract/admin/keys';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Moment } from '../../parts/moment.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { refreshAdmin } from '../queries.ts';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { KeyStatusMark, keyMask } from './key-status.tsx';
import { RollKeyDialog } from './roll-key-dialog.tsx';
import { scopeLabel } from './scope-labels.ts';

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
  return (
    <div className={classes.actions}>
      <Button size="sm" onClick={() => setAsked('roll')}>
        Сменить ключ
      </Button>
      <Button variant="default" size="sm" onClick={() => setAsked('revoke')}>
        Отозвать
      </Button>
      <RollKeyDialog isOpen={asked === 'roll'} onClose={close} apiKey={apiKey} />
      <ConfirmDialog
        isOpen={asked === 'revoke'}
        onClose={close}
        title={`Отозвать ключ «${apiKey.name}»?`}
        action="Отозвать"
        isDangerous
        onConfirm={async () => {
          await call(revokeKey, { params: { keyId: apiKey.id } });
          showToast({ kind: 'success', message: 'Ключ отозван', detail: apiKey.name });
          void refreshAdmin();
        }}
      >
        <p>Программы с этим ключом сразу начнут получать отказ. Вернуть ключ нельзя, только создать новый.</p>
        <p>
          Если программа работает дальше, смените ключ, а не создавайте новый: под новым ключом повтор неудавшегося
          запроса спишет деньги ещё раз.
        </p>
      </ConfirmDialog>
    </div>
  );
}
