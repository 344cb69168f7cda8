import type { ReactNode } from 'react';
import classes from './side-sheet.module.css';

export function SheetPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
