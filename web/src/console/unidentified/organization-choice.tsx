import type { AdminOrganization } from '@kazna/contract/admin/organizations';
import { listAllOrganizations } from '@kazna/contract/admin/organizations';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { kindNames } from '../../parts/organization-kind.tsx';
import { SearchInput } from '../../ui/lists/search-input.tsx';
import classes from './unidentified.module.css';

interface OrganizationChoiceProps {
  /** The payer's ИНН, which finds the likeliest one. */
  initialSearch: string;
  chosenId: string;
  error: string | undefined;
  onChoose: (organization: AdminOrganization) => void;
}

export function OrganizationChoice({ initialSearch, chosenId, error, onChoose }: OrganizationChoiceProps) {
  const [q, setQ] = useState(initialSearch);
  const { data, isFetching } = useQuery(foundOrganizationsQuery(q));
  const id = useId();
  return (
    <fieldset className={classes.choice} aria-describedby={error ? id : undefined}>
      <legend>Организация</legend>
      <SearchInput
        data-autofocus
        label="Найти организацию"
        placeholder="Название или ИНН"
        value={q}
        onChange={(next) => setQ(next ?? '')}
      />
      <div className={classes.options} aria-busy={isFetching}>
        {q !== '' &&
          data?.map((organization) => (
            <label key={organization.id}>
              <input
                type="radio"
                name="organization"
                aria-invalid={error ? true : undefined}
                checked={organization.id === chosenId}
                onChange={() => onChoose(organization)}
              />
              <span>
                {organization.name || organization.ownerName}
                <span className={classes.secondary}>
                  {[kindNames[organization.kind], organization.inn && `ИНН ${organization.inn}`]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </label>
          ))}
        {q !== '' && data?.length === 0 && <p>Такой открытой организации нет. Попробуйте другое название.</p>}
        {q === '' && <p>Введите название или ИНН: покажем, кого нашли.</p>}
      </div>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function foundOrganizationsQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'found-organizations', q],
    queryFn: () => call(listAllOrganizations, { query: { q, limit: 6 } }),
    select: ({ items }) => items.filter(({ status }) => status !== 'closed'),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
