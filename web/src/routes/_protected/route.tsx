import { createFileRoute } from '@tanstack/react-router';
import { loadFrame } from '../../navigation/load-frame.ts';
import { requireSession } from '../../session/guards.ts';

export const Route = createFileRoute('/_protected')({
  beforeLoad: requireSession,
  loader: loadFrame,
});
