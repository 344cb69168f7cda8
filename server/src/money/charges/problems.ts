import { Problem } from '../../platform/http/problem.ts';
import { ClosedOrganization, InsufficientFunds } from '../ledger/posting.ts';
import type { OrganizationStatus } from './charges-store.ts';

export async function asProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InsufficientFunds) throw insufficientFunds(error.missingMinor);
    if (error instanceof ClosedOrganization) throw new Problem('organization_closed');
    throw error;
  }
}

export function insufficientFunds(missingMinor: number): Problem {
  return new Problem('insufficient_funds', { members: { missingMinor } });
}

/** A suspended organization still owes what it used: charges and captures go on, nothing new is set aside. */
export function closedProblem(status: OrganizationStatus | null): Problem | null {
  if (status === null) return new Problem('not_found');
  return status === 'closed' ? new Problem('organization_closed') : null;
}

export function requireOpen(status: OrganizationStatus | null): void {
  const problem = closedProblem(status);
  if (problem) throw problem;
}
