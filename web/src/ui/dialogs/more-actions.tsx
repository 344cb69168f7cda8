import { Button } from '@mantine/core';
import icon from '../icon-button.module.css';
import { MoreIcon } from '../icons.tsx';
import hidden from '../visually-hidden.module.css';
import classes from './more-actions.module.css';
import { Popover } from './popover.tsx';

/** What cannot be undone stands behind «…». */
export function MoreActions({ action, onChoose }: { action: string; onChoose: () => void }) {
  const content = (
    <>
      <MoreIcon />
      <span className={hidden.hidden}>Другие действия</span>
    </>
  );
  return (
    <Popover label="Другие действия" button={{ className: icon.button, content }}>
      {(hide) => (
        <Button
          variant="subtle"
          className={classes.danger}
          onClick={() => {
            hide();
            onChoose();
          }}
        >
          {action}
        </Button>
      )}
    </Popover>
  );
}
