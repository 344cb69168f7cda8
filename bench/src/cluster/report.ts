import { isBusinessClean } from '../faults/operator/verify-business.ts';
import { isClean } from '../faults/verify-state.ts';
import { drawTable } from '../table.ts';
import type { FaultReport } from './run-cluster.ts';

const headings = [
  'fault',
  's without writes',
  'payments',
  'charges, holds',
  'lost',
  'doubled',
  'invented',
  'unsettled',
  'unbalanced',
  'undelivered',
  'surprising',
  'signed out',
  'seconds',
];

export function drawReports(reports: FaultReport[]): string {
  return drawTable(headings, reports.map(rowOf));
}

/** Payments and the operator API together; counts are from the beginning of the run on. */
function rowOf({ fault, secondsWithoutWrites, payments, business, signedOut, seconds }: FaultReport) {
  return [
    fault,
    secondsWithoutWrites.toFixed(1),
    payments.acknowledged,
    business.acknowledged,
    payments.lost + business.lost,
    payments.doubled + business.doubled,
    payments.invented + business.invented + business.forged,
    payments.unsettled + business.unsettled,
    payments.unbalanced + business.unbalanced,
    business.undelivered,
    business.surprising,
    signedOut.length,
    seconds,
  ];
}

export function isFaultSurvived({ payments, business, signedOut }: FaultReport): boolean {
  return isClean(payments) && isBusinessClean(business) && signedOut.length === 0;
}
