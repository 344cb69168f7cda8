import type { adminOrganizationDetails } from '@kazna/contract/admin/admin';
import type * as z from 'zod/mini';

export type OrganizationInFull = z.output<typeof adminOrganizationDetails>;
