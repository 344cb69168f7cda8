import { type ComponentType, useState } from 'react';
import { useLoaded } from './use-loaded.ts';

export interface OpenProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A lazily loaded dialog opened by a button. */
export function useDialog<P extends OpenProps>(load: () => Promise<ComponentType<P>>) {
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => setIsOpen(false);
  return { Dialog: useLoaded(isOpen, load, onClose), isOpen, onClose, open: () => setIsOpen(true) };
}
