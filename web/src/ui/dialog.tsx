import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { DialogProps } from './loaded-dialog.tsx';

const LoadedDialog = lazyRouteComponent(() => import('./loaded-dialog.tsx'), 'LoadedDialog');

/** Most dialogs are never opened, so their machinery is loaded with the first one that is. */
export function Dialog(props: DialogProps) {
  const [isWanted, setIsWanted] = useState(props.isOpen);
  if (props.isOpen && !isWanted) setIsWanted(true);
  return <Suspense>{isWanted && <LoadedDialog {...props} />}</Suspense>;
}
