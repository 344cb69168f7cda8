import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { readExternalProviders } from '../../session/external-providers.ts';
import classes from './auth-layout.module.css';
import { invitationToken } from './invitation-link.ts';

/** Not of the tab: the application of a provider leads back into a new one. */
export const tripKey = 'external-trip';

/** The page's state when the browser left for the provider. */
export interface Trip {
  referrerCode?: string | undefined;
  invitation?: string | undefined;
  /** Where the person was going when asked to sign in. */
  returnTo?: string | undefined;
  at: number;
}

interface ExternalSignInProps {
  mode: 'signin' | 'register';
  referrerCode: string | undefined;
}

export function ExternalSignIn({ mode, referrerCode }: ExternalSignInProps) {
  const [providers] = useState(readExternalProviders);
  const { returnTo } = useLocation().state;
  if (providers.length === 0) return null;
  function remember() {
    const trip: Trip = { referrerCode, returnTo, invitation: invitationToken() || undefined, at: Date.now() };
    localStorage.setItem(tripKey, JSON.stringify(trip));
  }
  return (
    <div className={classes.external} data-external>
      <p>{mode === 'signin' ? 'Или войдите через' : 'Или зарегистрируйтесь через'}</p>
      {providers.map(([id, name]) => (
        <Button key={id} component="a" href={`/api/auth/external/${id}`} variant="default" fullWidth onClick={remember}>
          {name}
        </Button>
      ))}
    </div>
  );
}
