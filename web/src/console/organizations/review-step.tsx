import type { ReactNode } from 'react';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import classes from './adjustment.module.css';

interface ReviewFigure {
  label: string;
  sum: string;
  change?: 'in' | 'out';
  /** The figure that matters. */
  isResult?: boolean;
}

interface ReviewStepProps {
  figures: readonly ReviewFigure[];
  reason: string;
  action: string;
  isDangerous?: boolean;
  onBack: () => void;
  onAction: () => Promise<void>;
  children: ReactNode;
}

/** The second step of changing an organization's money: the effect is seen before it is done. */
export function ReviewStep(props: ReviewStepProps) {
  const { figures, reason, action, isDangerous = false, onBack, onAction, children } = props;
  const { failure, isPending, run } = useAction(onAction);
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(({ label, sum, change, isResult }) => (
          <div key={label} data-change={change} data-result={isResult}>
            <dt>{label}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.reason}>Причина: {reason}</p>
      <p>{children}</p>
      <FormFailure failure={failure} />
      <DialogActions
        action={action}
        onAction={run}
        onCancel={onBack}
        cancelLabel="Назад"
        isDangerous={isDangerous}
        isPending={isPending}
        takesFocus="on-mount"
      />
    </>
  );
}
