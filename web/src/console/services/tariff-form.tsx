import { Button } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { LinkButton } from '../../ui/links.tsx';
import classes from './tariff-form.module.css';

interface TariffFormProps {
  /** `form(send)` of a contract form. */
  form: ComponentProps<'form'>;
  failure: ComponentProps<typeof FormFailure>['failure'];
  isPending: boolean;
  action: string;
  cancel: Pick<LinkProps, 'to' | 'params'>;
  /** What the form leads to. */
  beside: ReactNode;
  children: ReactNode;
}

export function TariffForm({ form, failure, isPending, action, cancel, beside, children }: TariffFormProps) {
  return (
    <div className={classes.columns}>
      <form {...form} className={classes.form}>
        {children}
        <FormFailure failure={failure} />
        <div className={classes.actions}>
          <Button type="submit" variant="filled" aria-busy={isPending} aria-disabled={isPending}>
            {action}
          </Button>
          <LinkButton {...cancel} variant="default" h={48}>
            Отмена
          </LinkButton>
        </div>
      </form>
      <aside className={classes.aside}>{beside}</aside>
    </div>
  );
}
