import { Button } from '@mantine/core';
import { showToast } from './feedback/toasts.tsx';
import { CopyIcon } from './icons.tsx';

interface CopyButtonProps {
  /** Undefined while loading. */
  text: string | undefined;
  /** The toast's message. */
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
    <Button leftSection={<CopyIcon size={18} />} disabled={text === undefined} onClick={copy}>
      {children}
    </Button>
  );
}
