import type { IncomingDocument } from '@kazna/contract/admin/bank-statements';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Records } from '../../ui/lists/records.tsx';
import { rowTicks } from '../../ui/lists/ticks.tsx';
import { isOffered, isTicked, type Tick, type Ticks } from './decisions.ts';
import { incomingColumns, otherColumns } from './document-columns.tsx';
import type { Group } from './groups.ts';
import classes from './statements.module.css';

const pageRows = 50;

interface DocumentsTableProps {
  group: Group;
  /** Undefined where nothing can be decided any more. */
  ticks: Ticks | undefined;
  onTick: (documents: readonly IncomingDocument[], tick: Tick) => void;
}

/** A statement may have 5000 documents: they are drawn by pages. */
export function DocumentsTable({ group, ticks, onTick }: DocumentsTableProps) {
  const [shown, setShown] = useState(pageRows);
  const rows = group.incoming ?? group.others;
  return (
    <div className={classes.table}>
      <p className={classes.note}>{group.explanation}</p>
      {group.incoming ? (
        <Records
          isTall
          keyOf={({ id }) => id}
          label={group.title}
          columns={incomingColumns(
            ticks && {
              chosenOf: ({ id }) => {
                const tick = ticks.get(id);
                return typeof tick === 'string' ? tick : undefined;
              },
              onChoose: (document, organizationId) => onTick([document], organizationId || false),
            },
          )}
          items={group.incoming.slice(0, shown)}
          ticks={
            ticks && group.incoming.some(isOffered)
              ? rowTicks(group.incoming.slice(0, shown), {
                  allLabel: 'Отметить все показанные',
                  // Whose money it is has to be chosen first.
                  isOffered: (one) =>
                    isOffered(one) && (!one.match.candidates || typeof ticks.get(one.id) === 'string'),
                  labelOf: ({ payer, number }) => `${payer || 'Без названия'}, №\u00a0${number}`,
                  ticked: new Set(group.incoming.filter((one) => isTicked(one, ticks)).map(({ id }) => id)),
                  onTick,
                })
              : undefined
          }
        />
      ) : (
        <Records
          isTall
          keyOf={({ id }) => id}
          label={group.title}
          columns={otherColumns}
          items={group.others.slice(0, shown)}
        />
      )}
      {rows.length > shown && (
        <Button variant="default" fullWidth onClick={() => setShown(shown + pageRows)}>
          Показать ещё {Math.min(pageRows, rows.length - shown)} из {rows.length - shown}
        </Button>
      )}
    </div>
  );
}
