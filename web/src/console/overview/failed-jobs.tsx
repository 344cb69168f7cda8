import { type failedJob, jobLabel, listFailedJobs, retryJob } from '@kazna/contract/admin/jobs';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useStaff } from '../staff.tsx';
import classes from './overview.module.css';

type Job = z.output<typeof failedJob>;

export function FailedJobs({ count }: { count: number }) {
  const { data, error, refetch } = useQuery(failedJobsQuery());
  if (error && !data) {
    return <QueryFailure what="Задания не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className={classes.group}>
      <h3>Невыполненные задания: {count.toLocaleString('ru')}</h3>
      {!data && <SkeletonText lines={3} />}
      <ul className={classes.lines}>
        {data?.items.map((job) => (
          <li key={job.id}>
            <div className={classes.about}>
              <strong>{jobLabel(job.name)}</strong>
              <span className={classes.note}>
                {job.times > 1 && `${formatCount(job.times, ['сбой', 'сбоя', 'сбоев'])}, последний `}
                <Moment at={job.failedAt} />. {job.error}
              </span>
            </div>
            <RetryButton job={job} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RetryButton({ job }: { job: Job }) {
  const { can } = useStaff();
  const [isAsked, setIsAsked] = useState(false);
  if (!can('admin.manage')) return null;
  const label = jobLabel(job.name);
  return (
    <div className={classes.buttons}>
      <Button variant="default" size="sm" aria-label={`Запустить ещё раз: ${label}`} onClick={() => setIsAsked(true)}>
        Запустить ещё раз
      </Button>
      <ReasonDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="Запустить задание ещё раз?"
        action="Запустить"
        onConfirm={async (reason) => {
          await call(retryJob, { params: { name: job.name, jobId: job.id }, body: { reason } });
          showToast({ kind: 'success', message: 'Задание поставлено в очередь', detail: label });
        }}
      >
        <p>{label}. Задание встанет в очередь и выполнится в ближайшую минуту.</p>
        {job.error && <p>Прошлая ошибка: {job.error}</p>}
      </ReasonDialog>
    </div>
  );
}

function failedJobsQuery() {
  return queryOptions({ queryKey: ['admin', 'failed-jobs'], queryFn: () => call(listFailedJobs) });
}
