import type { Profile } from '@kazna/contract/cabinet/profile';
import { formatMoney } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../queries/money.ts';
import { activeMembership } from '../queries/profile.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { Bell } from './bell.tsx';
import { DeskTitle } from './desk-title.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { setPaletteOpen } from './palette-opening.ts';
import classes from './shell.module.css';

interface PhoneHeaderProps {
  profile: Profile | undefined;
  isLoading: boolean;
  isDesk: boolean;
}

/** Says on every page whose money it is and how much there is; of staff's pages, that they are those. */
export function PhoneHeader({ profile, isLoading, isDesk }: PhoneHeaderProps) {
  const { data } = useQuery(balanceQuery(activeMembership(profile)?.organizationId));
  const [first = { amountMinor: 0, currency: 'RUB' as const }] = data?.items ?? [];
  return (
    <header className={classes.bar}>
      {isDesk ? (
        <DeskTitle isCollapsed={false} />
      ) : (
        <OrganizationSwitcher
          profile={profile}
          isLoading={isLoading}
          isCollapsed={false}
          about={data && `Баланс ${formatMoney(first)}`}
        />
      )}
      <button
        type="button"
        className={classes.search}
        aria-label="Поиск и команды"
        aria-haspopup="dialog"
        onClick={() => setPaletteOpen(true)}
      >
        <SearchIcon />
      </button>
      <Bell profile={profile} />
    </header>
  );
}
