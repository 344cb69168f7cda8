import { createContext, type ReactNode, useContext } from 'react';
import classes from './landmark.module.css';

/** Whether the page around already has its main landmark. */
export const HasMain = createContext(false);

/** A view that may stand alone on the screen or inside a page. */
export function Landmark({ children }: { children: ReactNode }) {
  if (useContext(HasMain)) return <div className={classes.view}>{children}</div>;
  return <main className={`${classes.view} ${classes.alone}`}>{children}</main>;
}
