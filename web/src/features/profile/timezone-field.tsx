import { useRef, useState } from 'react';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import type { TimezoneFieldProps, TimezoneSelect } from './timezone-select.tsx';
import { describeTimezone } from './timezones.ts';

/** The zone list is lazy, loaded when the field is focused: few people change it. */
export function TimezoneField(props: TimezoneFieldProps) {
  const [Loaded, setLoaded] = useState<typeof TimezoneSelect>();
  const isClicked = useRef(false);
  const isStillThere = useRef(true);
  if (Loaded) return <Loaded {...props} hasFocus={isStillThere.current} isListWanted={isClicked.current} />;

  async function load(field: HTMLInputElement) {
    try {
      const { TimezoneSelect } = await import('./timezone-select.tsx');
      // The focus is not pulled back if the person tabbed on meanwhile.
      isStillThere.current = document.activeElement === field;
      setLoaded(() => TimezoneSelect);
    } catch {
      showToast({ kind: 'error', message: 'Список поясов не загрузился', detail: 'Проверьте связь и повторите.' });
    }
  }

  const { label, description, value, error } = props;
  return (
    <TextField
      label={label}
      description={description}
      value={describeTimezone(value).label}
      error={error}
      readOnly
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      rightSection={<UpDownIcon />}
      onPointerDown={() => {
        isClicked.current = true;
      }}
      onFocus={({ currentTarget }) => void load(currentTarget)}
    />
  );
}

function UpDownIcon() {
  return (
    <svg aria-hidden="true" width="16" height="16" viewBox="0 0 15 15" fill="none" stroke="currentColor">
      <path d="m4.5 5.8 3-3 3 3M4.5 9.2l3 3 3-3" />
    </svg>
  );
}
