import { replayDelivery, type WebhookAttempt } from '@kazna/contract/admin/webhooks';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { SheetPart } from '../side-sheet.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { answerText } from './deliveries.tsx';
import { eventLabel } from './event-labels.ts';
import { deliveryQuery } from './queries.ts';
import { DeliveryStatusMark } from './webhook-status.tsx';
import page from './webhooks.module.css';

export function DeliveryDetails({ deliveryId }: { deliveryId: string }) {
  const { data, error, refetch } = useQuery(deliveryQuery(deliveryId));
  const replay = useAction(async () => {
    await call(replayDelivery, { params: { deliveryId } });
    showToast({ kind: 'success', message: 'Отправляем ещё раз', detail: 'Номер и содержание прежние.' });
    await refreshAdmin();
  });
  if (error && !data) {
    return <QueryFailure what="Сообщение не загрузилось" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonText lines={10} />;
  return (
    <>
      <div>
        <h2 className={classes.name}>{eventLabel(data.type)}</h2>
        <div className={classes.marks}>
          <DeliveryStatusMark status={data.status} />
        </div>
      </div>
      <FormFailure failure={replay.failure} />
      {data.requestBody !== null && (
        <div className={classes.actions}>
          <Button size="sm" aria-busy={replay.isPending} onClick={replay.run}>
            Отправить ещё раз
          </Button>
        </div>
      )}
      <Facts
        facts={[
          ['Событие', <code key="type">{data.type}</code>],
          ['Номер события', <code key="id">{data.eventId}</code>],
          ['Создано', <Moment key="created" at={data.createdAt} />],
          ['Попыток', String(data.attempts)],
          ['Следующая попытка', data.nextAttemptAt && <Moment key="next" at={data.nextAttemptAt} />],
        ]}
      />
      <SheetPart title="Что отправляем">
        {data.requestBody === null ? (
          <p className={classes.quiet}>Содержание хранится 30 дней и уже удалено.</p>
        ) : (
          <pre className={page.code}>{pretty(data.requestBody)}</pre>
        )}
      </SheetPart>
      <SheetPart title="Попытки">
        {data.attemptLog.length === 0 && <p className={classes.quiet}>Ещё не отправляли.</p>}
        {data.attemptLog.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </SheetPart>
    </>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const headers = Object.entries(attempt.requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <details className={page.attempt} open={attempt.number === 1 || undefined}>
      <summary>
        <span>
          Попытка {attempt.number}: {answerText(attempt)}
        </span>
        <span className={classes.secondary}>
          <Moment at={attempt.startedAt} />, {attempt.durationMs.toLocaleString('ru')} мс
        </span>
      </summary>
      <h4>Заголовки</h4>
      <pre className={page.code}>{headers.join('\n')}</pre>
      <h4>Ответ</h4>
      <pre className={page.code}>{attempt.error ?? (attempt.answer || 'Пустой')}</pre>
    </details>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
