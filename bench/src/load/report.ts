import { drawTable } from '../table.ts';
import { type Measured, percentile } from './open-loop.ts';

export function drawMeasured(measured: Measured[], seconds: number): string {
  const headings = ['kind', 'calls', 'a second', 'errors', 'p50 ms', 'p90', 'p99', 'max'];
  const rows = measured.map(({ name, millis, errors }) => [
    name,
    millis.length,
    Number((millis.length / seconds).toFixed(1)),
    sum(errors.values()),
    ...[0.5, 0.9, 0.99, 1].map((part) => Number(percentile(millis, part).toFixed(1))),
  ]);
  const faults = measured.flatMap(({ name, errors }) =>
    [...errors].map(([what, count]) => `${name}: ${what} (${count} times)`),
  );
  return [drawTable(headings, rows), ...faults].join('\n');
}

function countErrors(measured: Measured[]): number {
  return measured.reduce((total, { errors }) => total + sum(errors.values()), 0);
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

export interface Claim {
  text: string;
  holds: boolean;
}

export function noErrors(measured: Measured[]): Claim {
  const calls = measured.reduce((total, { millis }) => total + millis.length, 0);
  return { text: `${calls} calls, ${countErrors(measured)} errors`, holds: calls > 0 && countErrors(measured) === 0 };
}
