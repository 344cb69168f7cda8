import type { ChangeEvent, ReactNode } from 'react';
import type { BusinessValues } from './business-values.ts';

export interface FieldsProps {
  values: BusinessValues;
  text: (name: string) => {
    name: string;
    value: string;
    error: ReactNode;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
    onBlur: () => void;
  };
  replace: (next: BusinessValues) => void;
}
