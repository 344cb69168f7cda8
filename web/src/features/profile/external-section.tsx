import type { ExternalLink } from '@kazna/contract/cabinet/external-sign-in';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatDate, formatRecentTime } from '../../format/date.ts';
import { keys } from '../../queries/keys.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { QueryFailure } from '../../ui/page.tsx';
import { Section } from './section.tsx';
import classes from './session-list.module.css';

/** Not shown where the business has configured no provider. */
export function ExternalSection({ profile }: { profile: Profile | undefined }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.externalLinks,
    // Few have one: its part of the contract comes for them alone.
    queryFn: () =>
      import('@kazna/contract/cabinet/external-sign-in').then(({ listExternalLinks }) => call(listExternalLinks)),
    enabled: profile?.hasExternalLink ?? false,
  });
  const [toRemove, setToRemove] = useState<ExternalLink>();
  const adding = useDialog(() => import('./external-dialogs.tsx').then(({ LinkDialog }) => LinkDialog));
  const removing = useDialog(() => import('./external-dialogs.tsx').then(({ UnlinkDialog }) => UnlinkDialog));
  return (
    <Section
      id="external"
      explanation="Вход через аккаунт другого сервиса. Второй фактор он не заменяет."
      action={
        <Button disabled={!profile} onClick={adding.open}>
          Привязать
        </Button>
      }
    >
      {error && !data && (
        <QueryFailure what="Внешние входы не загрузились" error={error} onRetry={() => void refetch()} />
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((link) => (
            <li key={link.id} className={classes.session}>
              <div className={classes.text}>
                <p className={classes.device}>{link.name}</p>
                <p className={classes.facts}>
                  <span>{link.label}</span>
                  <span>
                    {link.lastUsedAt
                      ? `вход ${formatRecentTime(link.lastUsedAt, profile?.timezone)}`
                      : `привязан ${formatDate(link.createdAt, profile?.timezone)}`}
                  </span>
                </p>
              </div>
              <Button
                variant="default"
                size="sm"
                aria-label={`Отвязать ${link.name} ${link.label}`}
                onClick={() => {
                  setToRemove(link);
                  removing.open();
                }}
              >
                Отвязать
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding.Dialog && <adding.Dialog isOpen={adding.isOpen} onClose={adding.onClose} />}
      {removing.Dialog && toRemove && (
        <removing.Dialog link={toRemove} isOpen={removing.isOpen} onClose={removing.onClose} />
      )}
    </Section>
  );
}
