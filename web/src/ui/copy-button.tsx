import { Button } from '@mantine/core';
import { showToast } from './feedback/toasts.tsx';
import { CopyIcon } from './icons.tsx';

interface CopyButtonProps {
  /** Absent while it is loading: then there is nothing to copy yet. */
  text: string | undefined;
  /** What the toast says once the text is in the clipboard. */
  copied: string;
  children: string;
}

export function CopyButton({ text, copied, children }: CopyButtonProps) {
  const copy = () =>
    navigator.clipboard.writeText(text ?? '').then(
      () => showToast({ kind: 'success', message: copied }),
      () =>
        showToast({
          kind: 'error',
          message: 'Скопировать не получилось',
          detail: 'Выделите текст и скопируйте его вручную.',
        }),
    );
  return (
    <Button variant="light" leftSection={<CopyIcon size={18} />} disabled={text === undefined} onClick={copy}>
      {children}
    </Button>
  );
}
