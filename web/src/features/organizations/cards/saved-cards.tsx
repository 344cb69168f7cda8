import type { AutoTopUpRule } from '@kazna/contract/cabinet/auto-top-up';
import { autoTopUpReasonText } from '@kazna/contract/cabinet/auto-top-up-labels';
import { cardExpiry, cardTitle, type SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { CardActions } from './card-actions.tsx';
import classes from './cards.module.css';
import { SaveCardDialog } from './save-card-dialog.tsx';

interface SavedCardsProps {
  organizationId: string;
  cards: SavedMethod[];
  rule: AutoTopUpRule | null;
  mayChange: boolean;
}

export function SavedCards({ organizationId, cards, rule, mayChange }: SavedCardsProps) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <>
      {cards.length === 0 ? (
        <p className={classes.quiet}>
          Сохраните карту, чтобы пополнять баланс в одно нажатие и включить автопополнение. Данные карты хранит
          платёжная система, мы видим только последние четыре цифры.
        </p>
      ) : (
        <ul className={classes.cards} aria-label="Сохранённые карты">
          {cards.map((card) => (
            <li key={card.id} className={classes.card}>
              <span className={classes.icon}>
                <Icon>
                  <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
                  <path d="M3 10h18M7 15h3" />
                </Icon>
              </span>
              <span className={classes.about}>
                <span className={classes.name}>
                  {cardTitle(card)}
                  {card.isDefault && <span className={classes.badge}>Основная</span>}
                </span>
                <span className={classes.hint}>
                  До {cardExpiry(card)}
                  {card.isMine ? ' · Ваша' : card.savedBy && ` · ${card.savedBy}`}
                </span>
                <span className={classes.hint}>{capText(card)}</span>
                {card.charging && (
                  <span className={classes.hint} role="status">
                    Сейчас списываем {formatMoney(card.charging)}
                  </span>
                )}
                {card.unusableReason && (
                  <span className={classes.problem}>{autoTopUpReasonText(card.unusableReason)}</span>
                )}
              </span>
              {mayChange && (
                <CardActions
                  organizationId={organizationId}
                  card={card}
                  isCharged={rule?.paymentMethodId === card.id && rule.state !== 'paused'}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <Button onClick={() => setIsSaving(true)}>Сохранить карту</Button>}
      <SaveCardDialog isOpen={isSaving} onClose={() => setIsSaving(false)} currency={rule?.currency ?? 'RUB'} />
    </>
  );
}

function capText({ cap, isMine }: SavedMethod): string {
  if (!cap) return 'Предел на месяц не задан';
  return `Без ${isMine ? 'вас' : 'владельца'} не больше ${formatMoney(cap)} в месяц`;
}
