import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

export function setPaletteOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Ctrl+K or ⌘K, and outside of fields `/`, `?` and the sequences that begin with `g`. By key code: in the Russian layout the
 * keys give other letters.
 */
export function usePaletteKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { code, key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isPlain = key.length === 1 && !(ctrlKey || metaKey || altKey);
      if (code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey) {
        event.preventDefault();
        setPaletteOpen(!isOpen);
      } else if (isPlain && !isOpen && !(target as Element).closest('input, select, textarea, dialog, [role=dialog]')) {
        if (key === '/' || key === '?') event.preventDefault();
        void import('./shortcuts.ts').then(({ press }) => press(event, navigate, () => setPaletteOpen(true)));
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [navigate]);
}
