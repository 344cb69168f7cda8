import { useSyncExternalStore } from 'react';

/** The width below which the panel gives way to a header and a bottom bar, as in shell.module.css. */
const phone = matchMedia('(max-width: 48em)');

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}
