import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../../session/guards.ts';
import { Shell } from '../../shell/lazy-shell.ts';

export const Route = createFileRoute('/_protected')({
  beforeLoad: requireSession,
  loader: () => Shell.preload?.(),
});
