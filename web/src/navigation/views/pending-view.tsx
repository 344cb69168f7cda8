import classes from './landmark.module.css';
import { Landmark } from './landmark.tsx';

export function PendingView() {
  return (
    <Landmark>
      <div className={classes.lines} role="status" aria-label="Страница загружается">
        <span />
        <span />
        <span />
      </div>
    </Landmark>
  );
}
