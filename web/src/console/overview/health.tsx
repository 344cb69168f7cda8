import type { Overview } from '@kazna/contract/admin/overview';
import { formatRecentTime } from '../../format/date.ts';
import { formatCount, type PluralForms } from '../../format/numbers.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { CheckIcon, InfoIcon, WarningIcon } from '../../ui/visitor-icons.tsx';
import classes from './health.module.css';
import page from './overview.module.css';

const icons = { good: CheckIcon, note: InfoIcon, bad: WarningIcon };

export function Health({ overview }: { overview: Overview | undefined }) {
  return (
    <section className={page.card} aria-label="Работа сервиса">
      <h2>Работа сервиса</h2>
      {overview ? (
        <ul className={classes.health}>
          {healthOf(overview).map(({ part, tone, state, advice }) => {
            const Icon = icons[tone];
            return (
              <li key={part} data-tone={tone}>
                <Icon />
                <div>
                  <span className={classes.part}>{part}</span>
                  <strong>{state}</strong>
                  {advice && <p>{advice}</p>}
                </div>
              </li>
            );
          })}
        </ul>
      ) : (
        <SkeletonText lines={8} />
      )}
    </section>
  );
}

interface PartHealth {
  part: string;
  tone: 'good' | 'note' | 'bad';
  state: string;
  advice?: string;
}

const paymentForms: PluralForms = ['платёж ждёт', 'платежа ждут', 'платежей ждут'];
const jobForms: PluralForms = ['задание', 'задания', 'заданий'];
/** A longer queue means that the worker is down or too slow. */
const longQueue = 500;

export function healthOf({ health, attention }: Pick<Overview, 'health' | 'attention'>): PartHealth[] {
  return [providerHealth(health), mailHealth(health), ...inboxHealth(health), queueHealth(health, attention)];
}

function providerHealth({ unansweredPayments, isProviderReal }: Overview['health']): PartHealth {
  const part = 'Платёжная система';
  if (unansweredPayments > 0) {
    const state = `${formatCount(unansweredPayments, paymentForms)} ответа`;
    return { part, tone: 'bad', state, advice: 'Если число не падает, платёжная система недоступна.' };
  }
  if (isProviderReal) return { part, tone: 'good', state: 'Отвечает' };
  return { part, tone: 'note', state: 'Тестовая касса', advice: 'Отвечает, но деньги в ней ненастоящие.' };
}

function mailHealth({ isMailReal }: Overview['health']): PartHealth {
  const part = 'Почта';
  if (isMailReal) return { part, tone: 'good', state: 'Письма уходят людям' };
  return { part, tone: 'note', state: 'Почта разработки', advice: 'Письма остаются на сервере и людям не приходят.' };
}

const inboxFaults = {
  connection: 'Почтовый сервер не отвечает. Проверьте адрес в INBOX_IMAP_URL.',
  login: 'Почтовый сервер не принял имя или пароль из INBOX_IMAP_URL.',
  folder: 'В ящике нет папки, названной в INBOX_IMAP_URL.',
};

function inboxHealth({ inbox }: Overview['health']): PartHealth[] {
  if (!inbox) return [];
  const part = 'Ответы клиентов письмом';
  const { fault, failingSince } = inbox;
  if (!fault || !failingSince) return [{ part, tone: 'good', state: 'Попадают в обращения' }];
  const advice = `${inboxFaults[fault]} Письма ждут в ящике, ни одно не потеряно.`;
  return [{ part, tone: 'bad', state: `Не читаются с ${formatRecentTime(failingSince)}`, advice }];
}

function queueHealth({ waitingJobs }: Overview['health'], { failedJobs }: Overview['attention']): PartHealth {
  const part = 'Очередь заданий';
  if (failedJobs > 0) {
    const advice = 'Попытки кончились. Запустите их ещё раз, когда причина устранена.';
    return { part, tone: 'bad', state: `Не выполнено: ${formatCount(failedJobs, jobForms)}`, advice };
  }
  if (waitingJobs > longQueue) {
    const advice = 'Проверьте, что обработчик запущен.';
    return { part, tone: 'bad', state: `Скопилось: ${formatCount(waitingJobs, jobForms)}`, advice };
  }
  if (waitingJobs > 0) return { part, tone: 'good', state: `В работе: ${formatCount(waitingJobs, jobForms)}` };
  return { part, tone: 'good', state: 'Пуста' };
}
