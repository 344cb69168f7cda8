import { counter } from './registry.ts';

export const refusedByLimit = counter('refused_by_limit_total', 'Calls above a rate limit', ['limit']);
