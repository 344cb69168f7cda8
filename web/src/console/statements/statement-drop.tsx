import { uploadBankStatement } from '@kazna/contract/admin/bank-statements';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { DocumentIcon } from '../../ui/icons.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { statementQuery } from './statement.tsx';
import classes from './statement-drop.module.css';

const tooLarge = {
  detail: 'Файл больше 20 МБ. Ничего не загружено. Выгрузите выписку из банка за меньший срок.',
};

/** Takes a file by drop, click or keyboard; the preview that comes back opens at once. */
export function StatementDrop() {
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  const { failure, isPending, run, clearFailure } = useAction(async (file: File) => {
    clearFailure();
    if (file.size > uploadBankStatement.maxBodyBytes) throw tooLarge;
    const statement = await call(uploadBankStatement, { body: file });
    queryClient.setQueryData(statementQuery(statement.id).queryKey, statement);
    void refreshAdmin();
    await navigate({ to: '/admin/statements', search: { statement: statement.id } });
  });

  const watch = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  function drop(event: DragEvent) {
    watch(false)(event);
    const [file] = event.dataTransfer.files;
    if (file) run(file);
  }

  return (
    <div className={classes.upload}>
      <label
        className={classes.drop}
        data-over={isOver || undefined}
        aria-busy={isPending}
        onDragOver={watch(true)}
        onDragLeave={watch(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept=".txt,text/plain"
          aria-label="Загрузить выписку"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) run(file);
            // The same file may be chosen again after a failure.
            currentTarget.value = '';
          }}
        />
        <DocumentIcon size={32} />
        <span className={classes.dropTitle} role="status">
          {isPending ? 'Читаем выписку…' : 'Перетащите выписку или выберите файл'}
        </span>
        <span>Формат 1С (1CClientBankExchange), до 20&nbsp;МБ. Сначала покажем, что и кому зачислится</span>
      </label>
      <FormFailure failure={failure} />
    </div>
  );
}
