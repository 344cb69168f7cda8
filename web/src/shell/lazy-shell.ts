import { lazyRouteComponent } from '@tanstack/react-router';

/** The shell in a file of its own: visitors never load it. */
export const Shell = lazyRouteComponent(() => import('./shell.tsx'), 'Shell');
