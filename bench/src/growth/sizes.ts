/** How much a database holds: two years up to the last midnight. */
export interface Size {
  transfers: number;
  payments: number;
  /** Transfers of the last whole day, which the night's check finds. The same in all databases. */
  lastDay: number;
  /** The same in all databases, so that a day is as much work; one of them has a tenth of everything. */
  organizations: number;
}

const most = {
  transfers: Number(process.env.GROWTH_TRANSFERS ?? 10_000_000),
  payments: Number(process.env.GROWTH_PAYMENTS ?? 2_000_000),
};
const lastDay = Math.round(most.transfers / 730);

function sizeOf(part: number): Size {
  const transfers = Math.round(most.transfers * part);
  return {
    transfers,
    payments: Math.round(most.payments * part),
    lastDay,
    organizations: Math.max(20, Math.round(most.transfers / 5000)),
  };
}

export const sizes = { small: sizeOf(1 / 100), middle: sizeOf(1 / 10), large: sizeOf(1) };
