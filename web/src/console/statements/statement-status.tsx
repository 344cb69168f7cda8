import type { BankStatement } from '@kazna/contract/admin/bank-statements';
import { formatDays } from '../../format/date.ts';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, CrossedIcon } from '../../ui/icons.tsx';

const looks = {
  preview: ['pending', ClockIcon, 'Не проведена'],
  posted: ['success', CheckIcon, 'Проведена'],
  undone: ['neutral', CrossedIcon, 'Отменена'],
} as const;

export function StatementStatusMark({ status }: Pick<BankStatement, 'status'>) {
  const [tone, Icon, label] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {label}
    </StatusMark>
  );
}

/** «Выписка за 1 февраля», «Выписка с 1 февраля по 3 февраля». */
export function statementTitle({ firstDay, lastDay }: Pick<BankStatement, 'firstDay' | 'lastDay'>): string {
  if (!firstDay || !lastDay) return 'Выписка без документов';
  return `Выписка ${formatDays(firstDay, lastDay)}`;
}
