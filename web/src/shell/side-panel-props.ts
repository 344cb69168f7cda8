import type { Profile } from '@kazna/contract/cabinet/profile';

export interface SidePanelProps {
  profile: Profile | undefined;
  isLoading: boolean;
  isCollapsed: boolean;
  /** Absent in the drawer, which has nothing to fold. */
  onToggleCollapsed?: (() => void) | undefined;
}
