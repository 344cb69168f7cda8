import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Drawer } from './drawer.tsx';
import classes from './side-sheet.module.css';
import { openDialogs } from './use-dialog.ts';

interface SideSheetProps {
  /** Id of the open record; undefined while closed. */
  openId: string | undefined;
  onClose: () => void;
  title: string;
  children: (id: string) => ReactNode;
}

export function SideSheet({ openId, onClose, title, children }: SideSheetProps) {
  // The closing sheet still shows the last record.
  const [lastId, setLastId] = useState(openId);
  if (openId !== undefined && openId !== lastId) setLastId(openId);
  const id = openId ?? lastId;

  const closeByKey = useEffectEvent(({ key }: KeyboardEvent) => {
    // A dialog on top handles Escape itself.
    if (key === 'Escape' && openDialogs().length === 1) onClose();
  });
  useEffect(() => {
    if (openId === undefined) return;
    const listen = (event: KeyboardEvent) => closeByKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [openId]);

  return (
    <Drawer
      isOpen={openId !== undefined}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={600}
      title={title}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      {id && children(id)}
    </Drawer>
  );
}
