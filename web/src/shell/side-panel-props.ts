import type { Profile } from '@kazna/contract/cabinet/profile';

export interface SidePanelProps {
  profile: Profile | undefined;
  isLoading: boolean;
  isCollapsed: boolean;
  /** Undefined in the phone drawer, which cannot collapse. */
  onToggleCollapsed?: (() => void) | undefined;
}
