import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { asProblem } from '../feedback/problem.ts';
import { showToast } from '../feedback/toasts.tsx';

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  /** `fetchNextPage` of an infinite query. */
  onLoad: () => Promise<{ error: unknown }>;
}

export function LoadMore({ hasMore, isLoading, onLoad }: LoadMoreProps) {
  if (!hasMore) return null;
  async function load() {
    const { error } = await onLoad();
    if (error) {
      showToast({ kind: 'error', message: 'Продолжение не загрузилось', detail: asProblem(error).detail });
    }
  }
  return (
    <Button variant="default" fullWidth aria-busy={isLoading} onClick={() => !isLoading && void load()}>
      {isLoading ? 'Загружаем…' : 'Показать ещё'}
    </Button>
  );
}
