import * as z from 'zod/mini';
import { id } from './fields.ts';

export const maxSeats = 1_000_000;

export const quantity = z.int().check(z.gte(1), z.lte(maxSeats));

/** Apart from the terms of tariffs, since payments take it along and every first screen reads payments. */
export const subscribeForm = z.object({ tariffId: id, quantity: z.optional(quantity) });
export type SubscribeForm = z.output<typeof subscribeForm>;
