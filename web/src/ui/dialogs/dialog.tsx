import type { DialogProps } from './loaded-dialog.tsx';
import { useLoaded } from './use-loaded.ts';

const load = () => import('./loaded-dialog.tsx').then(({ LoadedDialog }) => LoadedDialog);

/** Most dialogs are never opened, so their machinery is loaded with the first one that is. */
export function Dialog(props: DialogProps) {
  const Loaded = useLoaded(props.isOpen, load, props.onClose);
  return Loaded && <Loaded {...props} />;
}
