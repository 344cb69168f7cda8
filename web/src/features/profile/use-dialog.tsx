import { type ComponentType, useState } from 'react';
import { flushSync } from 'react-dom';
import { showToast } from '../../ui/toasts.tsx';

export interface OpenProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Loads a dialog when it is first wanted; by hand, since a failed lazy component would take the page down with it. */
export function useDialog<P extends OpenProps>(load: () => Promise<ComponentType<P>>) {
  const [Dialog, setDialog] = useState<ComponentType<P>>();
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    try {
      const loaded = await load();
      // Mounted closed first: a dialog that is born open does not know where to return the focus.
      flushSync(() => setDialog(() => loaded));
      setIsOpen(true);
    } catch {
      showToast({
        kind: 'error',
        message: 'Окно не открылось',
        detail: 'Проверьте связь и нажмите ещё раз. Введённое сохранено.',
      });
    }
  }

  return { Dialog, isOpen, onClose: () => setIsOpen(false), open: () => void open() };
}
