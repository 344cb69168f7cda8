import {
  categoryNames,
  isOptional,
  type MailPreferences,
  type NotificationCategory,
  notificationCategories,
  type OptionalCategory,
} from '@kazna/contract/cabinet/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import classes from './settings-page.module.css';
import { saveMuted } from './settings-queries.ts';

const hints: Record<NotificationCategory, string> = {
  money: 'Пополнения, отказы, возвраты, корректировки и автопополнение',
  balance: 'Когда деньги на балансе заканчиваются',
  documents: 'Когда готовы счета, акты и другие документы',
  members: 'Когда в организации появляется новый участник',
  requests: 'Когда поддержка отвечает вам или закрывает обращение',
  security: 'Роли, карты, входы с новых устройств, состояние организации',
};

export function MailChoices({ preferences }: { preferences: MailPreferences }) {
  const client = useQueryClient();
  const { muted } = preferences;

  function choose(category: OptionalCategory, isWanted: boolean) {
    const others = muted.filter((one) => one !== category);
    saveMuted(client, preferences, isWanted ? others : [...others, category]).catch((reason) =>
      showToast({ kind: 'error', message: 'Настройка не сохранилась', detail: asProblem(reason).detail }),
    );
  }

  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>Присылать на почту</legend>
      {notificationCategories.map((category) => (
        <Choice
          key={category}
          category={category}
          isWanted={!isOptional(category) || !muted.includes(category)}
          onChoose={isOptional(category) ? (isWanted) => choose(category, isWanted) : undefined}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  category: NotificationCategory;
  isWanted: boolean;
  /** Undefined for letters that always come. */
  onChoose: ((isWanted: boolean) => void) | undefined;
}

function Choice({ category, isWanted, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <input
        id={id}
        type="checkbox"
        checked={isWanted}
        disabled={!onChoose}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChoose?.(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{categoryNames[category]}</label>
        <p id={`${id}-hint`} className={classes.hint}>
          {hints[category]}
          {!onChoose && '. Такие письма приходят всегда'}
        </p>
      </div>
    </div>
  );
}
