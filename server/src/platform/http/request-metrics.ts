import { durationBuckets, keptMetric } from '../metrics.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Of one method and route. */
interface Counts {
  method: string;
  route: string;
  byStatus: Map<number, number>;
  /** How many took no longer than the bound in the same place, and longer than the one before. */
  buckets: number[];
  count: number;
  seconds: number;
}

/** prom-client composes a text of the labels for every count, which costs more than the rest of what an answer leaves. */
const byRoute = new Map<string, Map<string, Counts>>();

/** Counts by the route's pattern: an address may hold an id, or anything at all. */
export function countRequest(givenMethod: string, route: string, { status, ms }: { status: number; ms: number }): void {
  const method = methods.includes(givenMethod) ? givenMethod : 'other';
  const counts = byRoute.get(route)?.get(method) ?? beginCounts(method, route);
  const seconds = ms / 1000;
  counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
  const place = durationBuckets.findIndex((bound) => seconds <= bound);
  if (place >= 0) counts.buckets[place] = (counts.buckets[place] as number) + 1;
  counts.count += 1;
  counts.seconds += seconds;
}

function beginCounts(method: string, route: string): Counts {
  const counts = { method, route, byStatus: new Map(), buckets: durationBuckets.map(() => 0), count: 0, seconds: 0 };
  const ofRoute = byRoute.get(route) ?? new Map<string, Counts>();
  byRoute.set(route, ofRoute.set(method, counts));
  return counts;
}

const all = () => [...byRoute.values()].flatMap((ofRoute) => [...ofRoute.values()]);
const reset = () => byRoute.clear();

const total = 'kazna_http_requests_total';
keptMetric({
  ...{ name: total, help: 'Answered requests', type: 'counter', reset },
  labelNames: ['method', 'route', 'status'],
  read: () =>
    all().flatMap(({ method, route, byStatus }) =>
      Array.from(byStatus, ([status, value]) => ({ metricName: total, labels: { method, route, status }, value })),
    ),
});

const duration = 'kazna_http_request_seconds';
keptMetric({
  ...{ name: duration, help: 'From the request to the end of its answer', type: 'histogram', reset },
  labelNames: ['method', 'route'],
  read: () =>
    all().flatMap(({ method, route, buckets, count, seconds }) => {
      const labels = { method, route };
      const upTo = durationBuckets.map((le, place) => ({
        metricName: `${duration}_bucket`,
        labels: { ...labels, le },
        value: buckets.slice(0, place + 1).reduce((sum, one) => sum + one, 0),
      }));
      return [
        ...upTo,
        { metricName: `${duration}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
        { metricName: `${duration}_sum`, labels, value: seconds },
        { metricName: `${duration}_count`, labels, value: count },
      ];
    }),
});
