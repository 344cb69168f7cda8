import * as contract from '@kazna/contract/v1/usage';
import type { Api } from '../../platform/http/api.ts';
import { readSums } from '../../services/usage/read-sums.ts';
import { deleteUsage, sendUsage, type UsageContext } from '../../services/usage/send-usage.ts';
import { getOrganization } from './organizations.ts';

export function bindUsage(api: Api, context: UsageContext): void {
  api.on(contract.sendUsage, ({ body }) => sendUsage(context, body.events));

  api.on(contract.readUsage, async ({ query: { organizationId, meter, ...asked } }) => {
    await getOrganization(context.db, organizationId);
    return readSums(context, { organizationId, meterKey: meter, ...asked });
  });

  api.on(contract.deleteUsage, ({ params }) => deleteUsage(context, params.usageId));
}
