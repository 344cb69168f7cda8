import { lazyRouteComponent } from '@tanstack/react-router';

/** Lazy, so that visitors never load the shell. */
export const Shell = lazyRouteComponent(() => import('./shell.tsx'), 'Shell');
