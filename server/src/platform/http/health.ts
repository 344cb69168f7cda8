import { getLiveness, getReadiness } from '@kazna/contract/shared/health';
import type { Database } from '../db/database.ts';
import { OutcomeUnknown } from '../db/outcome-unknown.ts';
import { createWriteProbe, NotWritable } from '../db/write-probe.ts';
import type { Api } from './api.ts';
import { Problem } from './problem.ts';

export function healthRoutes(api: Api, db: Database): void {
  api.on(getLiveness, async () => ({ status: 'ok' as const }));
  const probeWrite = createWriteProbe(db);
  api.on(getReadiness, async () => {
    await probeWrite().catch((error) => {
      throw error instanceof NotWritable || error instanceof OutcomeUnknown ? new Problem('unavailable') : error;
    });
    return { status: 'ok' as const };
  });
}
