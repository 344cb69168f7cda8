import { createContext, type ReactNode, useContext } from 'react';
import classes from './landmark.module.css';

export const HasMain = createContext(false);

/** Renders `main` only when no surrounding page has one. */
export function Landmark({ children }: { children: ReactNode }) {
  if (useContext(HasMain)) return <div className={classes.view}>{children}</div>;
  return <main className={`${classes.view} ${classes.alone}`}>{children}</main>;
}
