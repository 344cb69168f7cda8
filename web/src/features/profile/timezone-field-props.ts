export interface TimezoneFieldProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (zone: string) => void;
}
