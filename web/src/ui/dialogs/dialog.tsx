import type { DialogProps } from './loaded-dialog.tsx';
import { useLoaded } from './use-loaded.ts';

const load = () => import('./loaded-dialog.tsx').then(({ LoadedDialog }) => LoadedDialog);

/** Lazily loads the modal: most page views never open a dialog. */
export function Dialog(props: DialogProps) {
  const Loaded = useLoaded(props.isOpen, load, props.onClose);
  return Loaded && <Loaded {...props} />;
}
