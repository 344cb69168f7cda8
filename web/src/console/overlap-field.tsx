import type { NativeSelectProps } from '@mantine/core';
import { SelectField } from '../ui/forms/select-field.tsx';

/** How long the old secret works beside the new one; programs are changed meanwhile. */
const overlaps = [
  ['24', 'ещё сутки'],
  ['1', 'ещё час'],
  ['72', 'ещё трое суток'],
  ['168', 'ещё неделю'],
  ['0', 'нисколько, выключить сразу'],
] as const;

export const firstOverlap = overlaps[0][0];

export function OverlapField(props: NativeSelectProps) {
  return <SelectField {...props} data={overlaps.map(([value, label]) => ({ value, label }))} />;
}
