import { getLiveness, getReadiness } from '@kazna/contract/health';
import type { Database } from '../db/database.ts';
import type { Api } from './api.ts';

export function healthRoutes(api: Api, db: Database): void {
  api.on(getLiveness, async () => ({ status: 'ok' as const }));
  api.on(getReadiness, async () => {
    await db.queryText('select 1');
    return { status: 'ok' as const };
  });
}
