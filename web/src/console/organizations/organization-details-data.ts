import type { adminOrganizationDetails } from '@kazna/contract/admin/organizations';
import type * as z from 'zod/mini';

export type OrganizationDetailsData = z.output<typeof adminOrganizationDetails>;
