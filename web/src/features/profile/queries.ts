import { listSessions } from '@kazna/contract/cabinet/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export function sessionsQuery() {
  return queryOptions({ queryKey: ['sessions'], queryFn: () => call(listSessions) });
}
