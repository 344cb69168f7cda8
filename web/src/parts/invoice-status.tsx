import { type InvoiceStatus, invoiceStatuses } from '@kazna/contract/cabinet/documents';
import { StatusMark } from '../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, CrossedIcon, InfoIcon } from '../ui/icons.tsx';

const looks = {
  open: ['pending', ClockIcon],
  partly_paid: ['pending', InfoIcon],
  paid: ['success', CheckIcon],
  overdue: ['failure', ClockIcon],
  canceled: ['neutral', CrossedIcon],
} as const satisfies Record<InvoiceStatus, unknown>;

export function InvoiceStatusMark({ status }: { status: InvoiceStatus }) {
  const [tone, Icon] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {invoiceStatuses[status]}
    </StatusMark>
  );
}
