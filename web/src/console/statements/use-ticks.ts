import type { IncomingDocument } from '@kazna/contract/admin/bank-statements';
import { useEffect, useState } from 'react';
import type { Tick, Ticks } from './decisions.ts';

type TickDocuments = (documents: readonly IncomingDocument[], ticked: Tick) => void;

const storageKeyOf = (statementId: string) => `ticks-${statementId}`;

/** Ticks of a statement that is not posted yet outlive its page: its rows lead to customers, and staff come back. */
export function useTicks(statementId: string, isPreview: boolean): [ticks: Ticks, tick: TickDocuments] {
  const [ticks, setTicks] = useState(() => readTicks(statementId));
  useEffect(() => {
    if (!isPreview) sessionStorage.removeItem(storageKeyOf(statementId));
  }, [statementId, isPreview]);
  const tick: TickDocuments = (documents, ticked) => {
    const next = new Map([...ticks, ...documents.map(({ id }) => [id, ticked] as const)]);
    sessionStorage.setItem(storageKeyOf(statementId), JSON.stringify([...next]));
    setTicks(next);
  };
  return [ticks, tick];
}

function readTicks(statementId: string): Ticks {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKeyOf(statementId)) ?? '[]'));
  } catch {
    return new Map();
  }
}
