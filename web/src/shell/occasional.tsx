import type { Profile } from '@kazna/contract/cabinet/profile';
import { PasskeyOffer } from '../parts/passkey-offer.tsx';
import { ConsentsDialog } from './consents-dialog.tsx';
import { ViewStrip } from './view-strip.tsx';

/** What most page views do not need: it is loaded when the profile or the last sign-in asks for it. */
export function Occasional({ profile }: { profile: Profile }) {
  const { view, timezone, pendingConsents, hasPasskey } = profile;
  return (
    <>
      {view && <ViewStrip view={view} timezone={timezone} />}
      <ConsentsDialog profile={profile} />
      {!hasPasskey && pendingConsents.length === 0 && <PasskeyOffer />}
    </>
  );
}
