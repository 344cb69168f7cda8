import * as z from 'zod/mini';

/** `2026-02-01`. PostgreSQL has no year zero. */
export const day = z.iso.date().check(z.regex(/^(?:19|20)/));
/** `2026-02`. */
export const month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/));
