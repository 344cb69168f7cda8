import type { Overview } from '@kazna/contract/admin/overview';
import { SkeletonText } from '../../../ui/feedback/skeleton-line.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import classes from './overview.module.css';
import { ReviewPayments } from './review-payments.tsx';
import { SilentRefunds } from './silent-refunds.tsx';

/** Lists what staff must decide. */
export function Attention({ attention }: { attention: Overview['attention'] | undefined }) {
  return (
    <section className={classes.card} aria-label="Нужно решение">
      <h2>Нужно решение</h2>
      {attention ? (
        <>
          {attention.reviewPayments > 0 && <ReviewPayments count={attention.reviewPayments} />}
          {attention.silentRefunds > 0 && <SilentRefunds count={attention.silentRefunds} />}
          {attention.failedJobs > 0 && <FailedJobs count={attention.failedJobs} />}
          {Object.values(attention).every((count) => count === 0) && (
            <p className={classes.calm}>
              <CheckIcon />
              Всё идёт само: платежей на проверке, возвратов без ответа и невыполненных заданий нет.
            </p>
          )}
        </>
      ) : (
        <SkeletonText lines={5} />
      )}
    </section>
  );
}
