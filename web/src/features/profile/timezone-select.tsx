import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import classes from './timezone-select.module.css';
import { listTimezones } from './timezones.ts';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import { useState } from 'react';

/** Matches the Russian name and the IANA name: Москва, Moscow. */
const filter: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const isWanted = ({ value, label }: ComboboxItem) => `${label} ${value}`.toLowerCase().includes(wanted);
  return options
    .map((option) => ('group' in option ? { ...option, items: option.items.filter(isWanted) } : option))
    .filter((option) => !('group' in option) || option.items.length > 0);
};

interface TimezoneSelectProps extends TimezoneFieldProps {
  hasFocus: boolean;
  isListWanted: boolean;
}

/** Replaces the read-only field and takes over its focus. */
export function TimezoneSelect({
  label,
  description,
  value,
  error,
  onChange,
  hasFocus,
  isListWanted,
}: TimezoneSelectProps) {
  const [zones] = useState(() => listTimezones(value));
  return (
    <Select
      size="md"
      label={label}
      description={error ? undefined : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      data={zones}
      autoFocus={hasFocus}
      defaultDropdownOpened={hasFocus && isListWanted}
      openOnFocus={false}
      searchable
      allowDeselect={false}
      filter={filter}
      nothingFoundMessage="Такого пояса нет. Попробуйте название города."
      withScrollArea={false}
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 100 }, withinPortal: false }}
      classNames={{ root: classes.field, label: classes.label, groupLabel: classes.group, options: classes.options }}
      onChange={(zone) => zone && onChange(zone)}
    />
  );
}

export interface TimezoneFieldProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (zone: string) => void;
}
