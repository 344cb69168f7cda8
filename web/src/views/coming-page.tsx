import type { ReactNode } from 'react';
import { LinkButton } from '../ui/links.tsx';
import classes from './landmark.module.css';
import { Landmark } from './landmark.tsx';

/** Stands where a section is not built yet: says so and shows the way back. */
export function ComingPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Landmark>
      <h1>{title}</h1>
      <p className={classes.secondary}>
        <strong>Раздел готовится.</strong> {children}
      </p>
      <LinkButton to="/" variant="light">
        На главную
      </LinkButton>
    </Landmark>
  );
}
