import { getBankDirectory, loadBankDirectory } from '@kazna/contract/admin/bank-directory';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { formatDay } from '../../format/date.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import classes from './business.module.css';

const tooLarge = { detail: 'Файл больше 16 МБ: справочник БИК столько не занимает. Ничего не загружено.' };

/** The central bank's directory, by which БИК fills in a bank's name and its correspondent account. */
export function BankDirectoryCard() {
  const { can } = useStaff();
  const { data, error, refetch } = useQuery(directoryQuery());
  const input = useRef<HTMLInputElement>(null);
  const { failure, isPending, run, clearFailure } = useAction(async (file: File) => {
    clearFailure();
    if (file.size > loadBankDirectory.maxBodyBytes) throw tooLarge;
    queryClient.setQueryData(directoryQuery().queryKey, await call(loadBankDirectory, { body: file }));
    void refreshAdmin();
    showToast({ kind: 'success', message: 'Справочник БИК загружен' });
  });
  if (error && !data) {
    return <QueryFailure what="Справочник БИК не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className={classes.facts}>
      <Card title="Справочник БИК">
        <p className={classes.note}>
          По БИК в реквизитах подставятся банк и корреспондентский счёт. Файл ED807 (XML или ZIP) берите на сайте Банка
          России, в разделе «Справочник БИК».
        </p>
        {!data ? (
          <SkeletonText lines={2} />
        ) : data.directory ? (
          <p>
            На {formatDay(data.directory.day, 'UTC')}, банков: {data.directory.banks.toLocaleString('ru')}. Загружен{' '}
            <Moment at={data.directory.loadedAt} />, {data.directory.loadedBy ?? 'удалённый пользователь'}
          </p>
        ) : (
          <p>Ещё не загружен: банк и корреспондентский счёт вводят руками.</p>
        )}
        {can('admin.money') && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              accept=".xml,.zip,application/xml,text/xml,application/zip"
              aria-label="Файл справочника БИК"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) run(file);
                // The same file may be chosen again after a failure.
                currentTarget.value = '';
              }}
            />
            <Button
              variant="default"
              aria-busy={isPending}
              aria-disabled={isPending}
              onClick={() => !isPending && input.current?.click()}
            >
              {data?.directory ? 'Обновить справочник' : 'Загрузить справочник'}
            </Button>
          </>
        )}
        <FormFailure failure={failure} />
      </Card>
    </div>
  );
}

function directoryQuery() {
  return queryOptions({ queryKey: ['admin', 'bank-directory'], queryFn: () => call(getBankDirectory) });
}
