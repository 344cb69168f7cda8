import { Link, type LinkProps } from '@tanstack/react-router';
import { useRef } from 'react';
import counted from '../ui/lists/state-tabs.module.css';
import tabs from '../ui/tabs.module.css';
import { useCurrentInView } from '../ui/use-current-in-view.ts';

type List = 'all' | 'payments' | 'transfers' | 'charges';

interface OperationSectionsProps {
  /** Undefined where a filter selects something else. */
  current: List | undefined;
  /** How many bank transfers there are; undefined while unknown, null where there is no list of them. */
  transfers?: string | null | undefined;
}

const lists: [List, string, LinkProps][] = [
  ['all', 'Все операции', { to: '/operations', search: {} }],
  ['payments', 'Пополнения', { to: '/payments', search: {} }],
  ['charges', 'Списания', { to: '/operations', search: { kind: 'charge' } }],
  // Last: its count comes late, and a person has none.
  ['transfers', 'Переводы', { to: '/payments', search: { status: 'transfers' } }],
];

/** The lists of one section: all movements, top-ups with their states, transfers and charges. */
export function OperationSections({ current, transfers }: OperationSectionsProps) {
  const row = useRef<HTMLElement>(null);
  useCurrentInView(row, `${current} ${transfers}`);
  return (
    <nav ref={row} className={tabs.tabs} aria-label="Списки операций">
      {lists
        .filter(([list]) => list !== 'transfers' || transfers !== null)
        .map(([list, title, link]) => (
          <Link
            key={list}
            {...link}
            className={tabs.tab}
            activeOptions={{ exact: true }}
            aria-current={list === current ? 'page' : undefined}
          >
            {title}
            {list === 'transfers' && transfers && <span className={counted.count}>{transfers}</span>}
          </Link>
        ))}
    </nav>
  );
}
