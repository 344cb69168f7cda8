import { type BankReturnStatus, bankReturnStatuses } from '@kazna/contract/cabinet/bank-returns';
import { oneOf } from '../../navigation/plain-search.ts';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { AdminPage } from '../admin-page.tsx';
import classes from '../list-page.module.css';
import { BankReturnsList } from './bank-returns-list.tsx';

export interface BankReturnsSearch {
  status?: string | undefined;
}

const tabs: [BankReturnStatus, string][] = [
  ['pending', 'Ждут отправки'],
  ['returned', 'Отправленные'],
  ['declined', 'Отклонённые'],
];

export function BankReturnsPage({ search }: { search: BankReturnsSearch }) {
  const status = oneOf(Object.keys(bankReturnStatuses) as BankReturnStatus[], search.status) ?? 'pending';
  return (
    <AdminPage
      title="Возвраты на счёт"
      explanation="Деньги из переводов, которые просят вернуть. С балансов они уже списаны: отправьте их в банке и отметьте"
    >
      <div className={classes.list}>
        <StateTabs
          label="Состояние возвратов"
          items={tabs.map(([id, title]) => ({
            title,
            count: null,
            isCurrent: id === status,
            search: { status: id === 'pending' ? undefined : id },
          }))}
        />
        <BankReturnsList status={status} />
      </div>
    </AdminPage>
  );
}
