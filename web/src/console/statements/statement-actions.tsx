import {
  type BankStatement,
  discardBankStatement,
  postBankStatement,
  undoBankStatement,
} from '@kazna/contract/admin/bank-statements';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { MoreActions } from '../../ui/dialogs/more-actions.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { decisionsOf, outcomeOf, sumOf, type Ticks } from './decisions.ts';
import { countText, roubles, statementQuery } from './statement.tsx';

function keep(statement: BankStatement) {
  queryClient.setQueryData(statementQuery(statement.id).queryKey, statement);
  void refreshAdmin();
}

const creditedSum = ({ incoming }: BankStatement) =>
  sumOf(incoming.filter(({ receipt }) => receipt?.status === 'credited'));
const unidentifiedSum = ({ incoming }: BankStatement) =>
  sumOf(incoming.filter(({ receipt }) => receipt?.status === 'unidentified'));

export function PostButton({ statement, ticks }: { statement: BankStatement; ticks: Ticks }) {
  const [isOpen, setIsOpen] = useState(false);
  const { credited, unidentified, left } = outcomeOf(statement, ticks);
  if (credited.count + unidentified.count === 0) return null;
  const action = credited.count > 0 ? `Зачислить ${roubles(credited.amountMinor)}` : 'Учесть как невыясненные';
  return (
    <>
      <Button variant="filled" onClick={() => setIsOpen(true)}>
        {action}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`${action}?`}
        action={credited.count > 0 ? 'Зачислить' : 'Учесть'}
        onConfirm={async () => {
          const params = { statementId: statement.id };
          const body = { decisions: decisionsOf(statement.incoming, ticks) };
          const posted = await callConfirmed(postBankStatement, { params, body });
          keep(posted);
          const sum = creditedSum(posted);
          const message = sum.count > 0 ? `Зачислено ${roubles(sum.amountMinor)}` : 'Выписка проведена';
          showToast({ kind: 'success', message });
        }}
      >
        <ul>
          <li>
            На балансы: {roubles(credited.amountMinor)}, {countText(credited)}
          </li>
          <li>
            В невыясненные: {roubles(unidentified.amountMinor)}, {countText(unidentified)}
          </li>
          <li>
            Не тронем: {roubles(left.amountMinor)}, {countText(left)}
          </li>
        </ul>
        Если за это время что-то учли по другой выписке, второй раз оно не зачислится. Зачисление можно отменить, пока
        деньги не потрачены.
      </ConfirmDialog>
    </>
  );
}

export function DiscardButton({ statement }: { statement: BankStatement }) {
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <MoreActions action="Удалить выписку" onChoose={() => setIsOpen(true)} />
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Удалить выписку?"
        action="Удалить"
        isDangerous
        onConfirm={async () => {
          await call(discardBankStatement, { params: { statementId: statement.id } });
          await navigate({ to: '/admin/statements', search: {}, replace: true });
          void refreshAdmin();
          showToast({ kind: 'success', message: 'Выписка удалена' });
        }}
      >
        По ней ничего не зачислено, балансы не изменятся. Файл можно загрузить снова.
      </ConfirmDialog>
    </>
  );
}

export function UndoButton({ statement }: { statement: BankStatement }) {
  const [isOpen, setIsOpen] = useState(false);
  const [credited, unidentified] = [creditedSum(statement), unidentifiedSum(statement)];
  if (credited.count + unidentified.count === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Отменить зачисление
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Отменить зачисление по выписке?"
        action="Отменить зачисление"
        cancelLabel="Оставить"
        isDangerous
        onConfirm={async (reason) => {
          keep(await call(undoBankStatement, { params: { statementId: statement.id }, body: { reason } }));
          showToast({ kind: 'success', message: 'Зачисление отменено' });
        }}
      >
        С балансов спишется {roubles(credited.amountMinor)} ({countText(credited)}), из невыясненных уйдёт{' '}
        {roubles(unidentified.amountMinor)} ({countText(unidentified)}). Счета снова будут ждать оплаты, а счета-фактуры
        на аванс мы аннулируем. Если хоть часть денег потрачена, не изменится ничего.
      </ReasonDialog>
    </>
  );
}
