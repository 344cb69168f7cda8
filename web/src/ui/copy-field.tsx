import { CopyButton } from './copy-button.tsx';
import classes from './copy-field.module.css';
import { SkeletonLine } from './feedback/skeleton-line.tsx';

interface CopyFieldProps {
  label: string;
  /** Undefined while loading. */
  text: string | undefined;
  button: string;
  copied: string;
}

export function CopyField({ label, text, button, copied }: CopyFieldProps) {
  return (
    <div className={classes.row}>
      <output className={classes.text} aria-label={label} title={text}>
        {text ?? <SkeletonLine width="80%" />}
      </output>
      <CopyButton text={text} copied={copied}>
        {button}
      </CopyButton>
    </div>
  );
}
