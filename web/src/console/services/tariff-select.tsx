import type { AdminService } from '@kazna/contract/admin/services';
import type { NativeSelectProps } from '@mantine/core';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { currentVersion, versionPrice } from './tariff-labels.tsx';

interface TariffSelectProps extends NativeSelectProps {
  catalogue: readonly AdminService[];
  /** Of the choice that is no tariff. */
  emptyLabel: string;
}

/** Open tariffs by service, those that customers do not see too. */
export function TariffSelect({ catalogue, emptyLabel, ...field }: TariffSelectProps) {
  const services = catalogue.map((service) => ({
    ...service,
    tariffs: service.tariffs.filter(({ isClosed }) => !isClosed),
  }));
  return (
    <SelectField {...field}>
      <option value="">{emptyLabel}</option>
      {services
        .filter(({ tariffs }) => tariffs.length > 0)
        .map(({ id, name, tariffs }) => (
          <optgroup key={id} label={name}>
            {tariffs.map((tariff) => (
              <option key={tariff.id} value={tariff.id}>
                {tariff.name}, {versionPrice(currentVersion(tariff))}
                {!tariff.isVisible && ' (скрыт)'}
              </option>
            ))}
          </optgroup>
        ))}
    </SelectField>
  );
}
