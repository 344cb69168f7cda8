import type { Passkey } from '@kazna/contract/cabinet/passkeys';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatDate, formatDateTime, formatRecentTime } from '../../format/date.ts';
import { keys } from '../../queries/keys.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { Section } from './section.tsx';
import classes from './session-list.module.css';

const canUse = typeof PublicKeyCredential === 'function';

export function PasskeysSection({ profile }: { profile: Profile | undefined }) {
  const hasPasskey = profile?.hasPasskey ?? false;
  const { data, error, refetch } = useQuery({
    queryKey: keys.passkeys,
    // Few have one: its part of the contract comes for them alone.
    queryFn: () => import('@kazna/contract/cabinet/passkeys').then(({ listPasskeys }) => call(listPasskeys)),
    enabled: hasPasskey,
  });
  const [toRemove, setToRemove] = useState<Passkey>();
  const adding = useDialog(() => import('./passkey-dialogs.tsx').then(({ AddPasskeyDialog }) => AddPasskeyDialog));
  const removing = useDialog(() =>
    import('./passkey-dialogs.tsx').then(({ RemovePasskeyDialog }) => RemovePasskeyDialog),
  );
  return (
    <Section
      id="passkeys"
      explanation="Вход по отпечатку, лицу или PIN устройства вместо пароля и кода. Ключ нельзя подобрать или выманить."
      fact={profile && !canUse && 'Этот браузер ключей доступа не знает. Откройте кабинет в другом.'}
      action={
        <Button disabled={!profile || !canUse} onClick={adding.open}>
          Добавить ключ
        </Button>
      }
    >
      {hasPasskey && error && !data && (
        <QueryFailure what="Ключи доступа не загрузились" error={error} onRetry={() => void refetch()} />
      )}
      {hasPasskey && !(error && !data) && (
        <PasskeyList
          passkeys={data?.items}
          timezone={profile?.timezone}
          onRemove={(passkey) => {
            setToRemove(passkey);
            removing.open();
          }}
        />
      )}
      {adding.Dialog && <adding.Dialog isOpen={adding.isOpen} onClose={adding.onClose} />}
      {removing.Dialog && toRemove && (
        <removing.Dialog passkey={toRemove} isOpen={removing.isOpen} onClose={removing.onClose} />
      )}
    </Section>
  );
}

interface PasskeyListProps {
  /** Undefined while loading. */
  passkeys: Passkey[] | undefined;
  timezone: string | undefined;
  onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, timezone, onRemove }: PasskeyListProps) {
  if (!passkeys)
    return (
      <div className={classes.list} role="status" aria-label="Загружаем">
        <div className={classes.session}>
          <SkeletonLine width={200} />
        </div>
      </div>
    );
  return (
    <ul className={classes.list}>
      {passkeys.map((passkey) => (
        <li key={passkey.id} className={classes.session}>
          <div className={classes.text}>
            <p className={classes.device}>{passkey.name}</p>
            <p className={classes.facts}>
              <span>добавлен {formatDate(passkey.createdAt, timezone)}</span>
              {passkey.lastUsedAt ? (
                <span title={formatDateTime(passkey.lastUsedAt, timezone)}>
                  вход {formatRecentTime(passkey.lastUsedAt, timezone)}
                </span>
              ) : (
                <span>ещё не использован</span>
              )}
            </p>
          </div>
          <Button
            variant="default"
            size="sm"
            aria-label={`Удалить ключ доступа ${passkey.name}`}
            onClick={() => onRemove(passkey)}
          >
            Удалить
          </Button>
        </li>
      ))}
    </ul>
  );
}
