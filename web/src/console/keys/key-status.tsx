import type { ApiKey } from '@kazna/contract/admin/keys';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CheckIcon, ClockIcon, CrossedIcon } from '../../ui/icons.tsx';

const looks = {
  active: ['success', CheckIcon, 'Действует'],
  expired: ['neutral', ClockIcon, 'Истёк'],
  revoked: ['neutral', CrossedIcon, 'Отозван'],
} as const;

export function KeyStatusMark({ status }: Pick<ApiKey, 'status'>) {
  const [tone, Icon, label] = looks[status];
  return (
    <StatusMark tone={tone} icon={<Icon size={16} />}>
      {label}
    </StatusMark>
  );
}

/** The part of a key that may be shown: what it begins with and ends by. */
export function keyMask({ hint }: Pick<ApiKey, 'hint'>): string {
  return `kzn_live_…${hint}`;
}
