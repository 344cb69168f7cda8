import type { Profile } from '@kazna/contract/cabinet/profile';
import type { ComponentType } from 'react';

export interface SidePanelProps {
  profile: Profile | undefined;
  isLoading: boolean;
  isCollapsed: boolean;
  /** Undefined in the phone drawer, which cannot collapse. */
  onToggleCollapsed?: (() => void) | undefined;
  /** Sections of staff's pages; null while they are loading, undefined on customers' pages. */
  Desk?: Desk | null | undefined;
}

export type Desk = ComponentType<{ isCollapsed: boolean }>;
