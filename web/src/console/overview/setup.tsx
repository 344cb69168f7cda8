import { dismissSetup, getSetup, type Setup, type SetupCheck, type SetupStep } from '@kazna/contract/admin/setup';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { formatCount } from '../../format/numbers.ts';
import { Checklist, type ChecklistStep } from '../../ui/lists/checklist.tsx';
import { CheckIcon, InfoIcon, WarningIcon } from '../../ui/visitor-icons.tsx';
import health from './health.module.css';
import classes from './overview.module.css';
import own from './setup.module.css';

export function setupQuery(isAsked: boolean) {
  return queryOptions({ queryKey: ['admin', 'setup'], queryFn: () => call(getSetup), enabled: isAsked });
}

/** What a new installation still needs before it sells. */
export function SetupSteps({ steps }: Pick<Setup, 'steps'>) {
  if (steps.length === 0) return null;
  const dismiss = async () => {
    await call(dismissSetup);
    queryClient.setQueryData(setupQuery(true).queryKey, (setup) => setup && { ...setup, steps: [] });
  };
  return (
    <Checklist
      title="Подготовка к работе"
      steps={steps.map(({ step, isDone }) => ({ ...stepTexts[step], isDone }))}
      onDismiss={dismiss}
    />
  );
}

const stepTexts: Record<SetupStep, Omit<ChecklistStep, 'isDone'>> = {
  requisites: {
    title: 'Укажите, кто продаёт',
    text: 'Реквизиты и счета в банке: из них составляются счета, акты и УПД.',
    link: { to: '/admin/business' },
  },
  tax: {
    title: 'Выберите налоговый режим',
    text: 'От него зависят НДС, вид закрывающих документов и чеки.',
    link: { to: '/admin/business' },
  },
  payments: {
    title: 'Подключите настоящую кассу',
    text: 'Ключи ЮKassa или Т-Банка задают в настройках сервера, их имена стоят в проверке ниже.',
    link: { to: '/admin', hash: 'configuration' },
  },
  mail: {
    title: 'Подключите почту',
    text: 'Без SMTP_URL письма никому не уходят. Что задать, сказано в проверке ниже.',
    link: { to: '/admin', hash: 'configuration' },
  },
  tariff: {
    title: 'Заведите услугу с тарифом',
    text: 'Клиенты увидят её в «Услугах» и подключат сами.',
    link: { to: '/admin/services' },
  },
  key: {
    title: 'Выпустите ключ API',
    text: 'С ним ваши программы списывают деньги и подключают услуги.',
    link: { to: '/admin/keys' },
  },
};

const tones = {
  ok: { tone: 'good', Icon: CheckIcon, label: 'В порядке' },
  warning: { tone: 'note', Icon: InfoIcon, label: 'Стоит исправить' },
  error: { tone: 'bad', Icon: WarningIcon, label: 'Нужно исправить' },
} as const;

/** Faults of the configuration, by names of variables; sound parts are folded. */
export function ConfigurationCheck({ checks }: Pick<Setup, 'checks'>) {
  const faults = checks.filter(({ level }) => level !== 'ok');
  const sound = checks.filter(({ level }) => level === 'ok');
  return (
    <section className={classes.card} aria-labelledby="configuration">
      <h2 id="configuration">Проверка настройки</h2>
      {faults.length > 0 ? (
        <>
          <Rows checks={faults} />
          <p className={own.docs}>
            Переменные задают там, где запущена Казна, и перезапускают её. Подробнее в папке с Казной:{' '}
            <code>docs/ru/operations.md</code>
          </p>
        </>
      ) : (
        <p className={classes.calm}>
          <CheckIcon />
          Настройка в порядке.
        </p>
      )}
      {sound.length > 0 && (
        <details className={own.sound}>
          <summary>В порядке: {formatCount(sound.length, ['проверка', 'проверки', 'проверок'])}</summary>
          <Rows checks={sound} />
        </details>
      )}
    </section>
  );
}

function Rows({ checks }: { checks: readonly SetupCheck[] }) {
  return (
    <ul className={`${health.health} ${own.checks}`}>
      {checks.map(({ part, level, text, advice }) => {
        const { tone, Icon, label } = tones[level];
        return (
          <li key={part} data-tone={tone} data-level={level}>
            <Icon />
            <div>
              <span className={health.part}>
                {part}
                <span className={own.hidden}>, {label.toLowerCase()}</span>
              </span>
              <strong>{text}</strong>
              {advice && <p>{withVariables(advice)}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Names of variables, paths and addresses in them stand out from the sentence. */
function withVariables(text: string) {
  return text.split(/([A-Z][A-Z\d]*_[A-Z\d_]+(?:=[\w-]+)?(?:\/[\w/-]+)?|docs\/[\w./-]+\w)/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    at % 2 === 1 ? <code key={at}>{part}</code> : part,
  );
}
