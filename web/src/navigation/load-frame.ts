import { Shell } from '../shell/lazy-shell.ts';

export async function loadFrame(): Promise<void> {
  const firstData = import('./first-data.ts').then(({ fetchFirstData }) => fetchFirstData());
  await Promise.all([Shell.preload?.(), firstData]);
}
