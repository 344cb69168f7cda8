export const aggregationKinds = ['sum', 'count', 'max', 'unique'] as const;
type AggregationKind = (typeof aggregationKinds)[number];

/** An event as a test draws it. */
export interface DrawnEvent {
  kind: AggregationKind;
  tenths: number;
  user: string;
  isDeleted: boolean;
}

const isAdding = (kind: AggregationKind) => kind === 'sum' || kind === 'count';
export const quantityOf = ({ kind, tenths }: DrawnEvent) => (isAdding(kind) ? tenths : Math.abs(tenths)) / 10;

/** What the distinct events that were not deleted come to in millionths, by the plainest arithmetic. */
export function expectedOf(kind: AggregationKind, events: DrawnEvent[]): bigint {
  const kept = events.filter((one) => one.kind === kind && !one.isDeleted);
  const tenths = kept.map((one) => Math.round(quantityOf(one) * 10));
  if (kind === 'count') return BigInt(tenths.reduce((sum, one) => sum + (one < 0 ? -1 : 1), 0)) * 1_000_000n;
  if (kind === 'sum') return BigInt(tenths.reduce((sum, one) => sum + one, 0)) * 100_000n;
  if (kind === 'max') return BigInt(Math.max(0, ...tenths)) * 100_000n;
  return BigInt(new Set(kept.map(({ user }) => user)).size) * 1_000_000n;
}
