import { Button } from '@mantine/core';
import { BikField } from '../../parts/requisites-lookup.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './business.module.css';
import { emptyAccount, type FieldsProps, rowsOf, withRows } from './business-values.ts';

const maxAccounts = 20;

export function BankAccountsFields({ values, text, replace, fill }: FieldsProps) {
  const rows = rowsOf(values, 'bankAccounts');
  const change = (next: typeof rows) => replace(withRows(values, 'bankAccounts', next));
  const numeric = (name: string) => ({ ...text(name), inputMode: 'numeric' as const, autoComplete: 'off' });
  return (
    <Card title="Банковские счета">
      <p className={classes.note}>
        Первый стоит в новых документах. Деньги, которые придут на остальные и на убранные, выписка тоже узнает.
      </p>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their fields are controlled
        <fieldset key={at} className={classes.row}>
          <legend>{at === 0 ? 'Для новых документов' : `Счёт ${at + 1}`}</legend>
          <div className={classes.pair}>
            <TextField
              label="Банк"
              description="Как в реквизитах: ПАО СБЕРБАНК, г. Москва"
              autoComplete="off"
              {...text(`bankAccounts.${at}.bankName`)}
            />
            <BikField
              field={text(`bankAccounts.${at}.bank.bik`)}
              onFound={({ name, correspondentAccount }, before) =>
                fill({
                  // The name as the business writes it stays.
                  ...((!row.bankName || row.bankName === before?.name) && { [`bankAccounts.${at}.bankName`]: name }),
                  ...(correspondentAccount && {
                    [`bankAccounts.${at}.bank.correspondentAccount`]: correspondentAccount,
                  }),
                })
              }
            />
            <TextField label="Расчётный счёт" description="20 цифр" {...numeric(`bankAccounts.${at}.bank.account`)} />
            <TextField
              label="Корреспондентский счёт"
              description="20 цифр. Нужен для QR-кода в счёте"
              {...numeric(`bankAccounts.${at}.bank.correspondentAccount`)}
            />
          </div>
          {rows.length > 1 && (
            <div className={classes.rowActions}>
              {at > 0 && (
                <Button size="sm" variant="default" onClick={() => change([row, ...rows.toSpliced(at, 1)])}>
                  Сделать основным
                </Button>
              )}
              <Button
                size="sm"
                variant="default"
                aria-label={`Убрать счёт ${at + 1}`}
                onClick={() => change(rows.toSpliced(at, 1))}
              >
                Убрать
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      {rows.length < maxAccounts && (
        <Button variant="default" leftSection={<PlusIcon />} onClick={() => change([...rows, emptyAccount])}>
          Добавить счёт
        </Button>
      )}
    </Card>
  );
}
