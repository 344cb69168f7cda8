import { useQuery } from '@tanstack/react-query';
import { profileQuery } from './profile.ts';

/** The time zone the person has chosen; until it is known, the browser's. */
export function useTimezone(): string | undefined {
  return useQuery(profileQuery()).data?.timezone;
}
