import { WarningIcon } from '../ui/icons.tsx';
import { useOnline } from '../ui/use-online.ts';
import classes from './offline-strip.module.css';

/** The live region stays, so that screen readers announce what appears in it. */
export function OfflineStrip() {
  const isOnline = useOnline();
  return (
    <div className={classes.place} role="status">
      {!isOnline && (
        <p className={classes.strip}>
          <WarningIcon />
          <span>
            <strong>Нет связи.</strong> На странице то, что успело загрузиться. Обновим её, как только связь появится.
          </span>
        </p>
      )}
    </div>
  );
}
