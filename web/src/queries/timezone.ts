import { useQuery } from '@tanstack/react-query';
import { profileQuery } from './profile.ts';

/** The person's time zone; undefined (the browser's) until the profile is loaded. */
export function useTimezone(): string | undefined {
  return useQuery(profileQuery()).data?.timezone;
}
