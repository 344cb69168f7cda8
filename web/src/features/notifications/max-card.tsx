import { getMax, type MaxLink, startMaxLink, switchMax, unlinkMax } from '@kazna/contract/cabinet/max';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { formatDate } from '../../format/date.ts';
import { keys } from '../../queries/keys.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './settings-page.module.css';

type Offer = Awaited<ReturnType<typeof requestLink>>;

/** Shown where the installation has a bot, or where a link of an earlier one remains. */
export function MaxCard({ timezone }: { timezone: string | undefined }) {
  const { data } = useQuery({ queryKey: keys.max, queryFn: () => call(getMax) });
  const client = useQueryClient();
  const [offer, setOffer] = useState<Offer>();
  const [isPending, setIsPending] = useState(false);
  if (!data?.isOffered && !data?.link) return null;
  // A code is spent by the link, whether this page or another asked for it.
  if (data.link && offer) setOffer(undefined);

  function act(work: () => Promise<unknown>) {
    setIsPending(true);
    work()
      .catch((reason) => showToast({ kind: 'error', message: 'Не получилось', detail: asProblem(reason).detail }))
      .finally(() => {
        setIsPending(false);
        void client.invalidateQueries({ queryKey: keys.max });
      });
  }

  return (
    <Card title="Мессенджер MAX">
      {data.link ? (
        <Linked
          link={data.link}
          timezone={timezone}
          isPending={isPending}
          onSwitch={(isOn) => act(() => call(switchMax, { body: { isOn } }))}
          onUnlink={() => act(() => call(unlinkMax))}
        />
      ) : (
        <div className={classes.parts}>
          <p className={classes.about}>Бот напишет в MAX то же, что приходит письмами. Письма останутся.</p>
          {offer ? (
            <Steps offer={offer} />
          ) : (
            <Button
              className={classes.action}
              loading={isPending}
              onClick={() => act(async () => setOffer(await requestLink()))}
            >
              Подключить MAX
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function requestLink() {
  return call(startMaxLink);
}

/** The page learns by a live update that the bot was started. */
function Steps({ offer: { url, code } }: { offer: Offer }) {
  return (
    <div className={classes.parts} role="status">
      <p className={classes.about}>
        Откройте бота и нажмите «Начать». Или отправьте ему код: он действует 15 минут и подходит один раз. Никому его
        не передавайте.
      </p>
      <div className={classes.code}>
        <code>{code}</code>
        <CopyButton text={code} copied="Код скопирован">
          Скопировать код
        </CopyButton>
      </div>
      <Button className={classes.action} component="a" href={url} target="_blank" rel="noreferrer">
        Открыть бота
      </Button>
    </div>
  );
}

interface LinkedProps {
  link: MaxLink;
  timezone: string | undefined;
  isPending: boolean;
  onSwitch: (isOn: boolean) => void;
  onUnlink: () => void;
}

function Linked({ link: { name, isOn, linkedAt }, timezone, isPending, onSwitch, onUnlink }: LinkedProps) {
  const id = useId();
  return (
    <div className={classes.parts}>
      <div className={classes.choice}>
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          disabled={isPending}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <div>
          <label htmlFor={id}>Присылать уведомления в MAX</label>
          <p id={`${id}-hint`} className={classes.hint}>
            {name}, подключено {formatDate(linkedAt, timezone)}. Письма приходят как раньше
          </p>
        </div>
      </div>
      <Button className={classes.action} variant="default" disabled={isPending} onClick={onUnlink}>
        Отключить MAX
      </Button>
    </div>
  );
}
