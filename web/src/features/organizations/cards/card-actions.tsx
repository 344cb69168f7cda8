import {
  cardTitle,
  removePaymentMethod,
  type SavedMethod,
  setDefaultPaymentMethod,
} from '@kazna/contract/cabinet/payment-methods';
import { formatMoney } from '@kazna/contract/shared/money';
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { paymentMethodsQuery } from '../../../queries/payments.ts';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { asProblem } from '../../../ui/feedback/problem.ts';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { MoreIcon } from '../../../ui/icons.tsx';
import { autoTopUpQuery } from '../queries.ts';
import classes from './cards.module.css';

interface CardActionsProps {
  organizationId: string;
  card: SavedMethod;
  /** Whether the rule would charge it. */
  isCharged: boolean;
}

export function CardActions({ organizationId, card, isCharged }: CardActionsProps) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const title = cardTitle(card);
  const params = { paymentMethodId: card.id };

  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: paymentMethodsQuery(organizationId, true).queryKey }),
      queryClient.invalidateQueries({ queryKey: autoTopUpQuery(organizationId).queryKey }),
    ]);
  async function makeDefault() {
    try {
      await call(setDefaultPaymentMethod, { params });
      await reload();
    } catch (reason) {
      showToast({ kind: 'error', message: 'Карта не выбрана', detail: asProblem(reason).detail });
    }
  }
  async function remove() {
    await call(removePaymentMethod, { params });
    await reload();
    showToast({ kind: 'success', message: 'Карта удалена', detail: title });
  }

  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className={classes.more} aria-label={`Действия: ${title}`}>
            <MoreIcon />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {!card.isDefault && !card.unusableReason && (
            <Menu.Item onClick={() => void makeDefault()}>Сделать основной</Menu.Item>
          )}
          <Menu.Item className={classes.danger} onClick={() => setIsAsking(true)}>
            Удалить карту
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Удалить карту ${title}?`}
        action="Удалить"
        isDangerous
        onConfirm={remove}
      >
        <p>Больше с неё ничего не спишется. Прошлые платежи останутся. Чтобы вернуть карту, сохраните её заново.</p>
        {card.charging && (
          <p>
            Сейчас идёт списание {formatMoney(card.charging)}. Если оно пройдёт, вернём деньги на карту: на баланс они
            не попадут.
          </p>
        )}
        {isCharged && <p>Автопополнение работает с этой карты. Без неё оно приостановится.</p>}
      </ConfirmDialog>
    </>
  );
}
