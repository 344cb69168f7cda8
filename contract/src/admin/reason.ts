import * as z from 'zod/mini';
import { lineOfText } from '../shared/fields.ts';

/** Every staff action needs a reason, which is logged. */
export const reason = lineOfText(3, 250);
export const reasonForm = z.object({ reason });
