import { organizationChanges, updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import { getOrganization } from '@kazna/contract/cabinet/organizations';
import { check } from '@kazna/contract/shared/validation';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { keys } from '../queries/keys.ts';
import { useActiveOrganization } from '../queries/profile.ts';
import { TextField } from '../ui/forms/fields.tsx';

/**
 * Asks for the buyer's address in the form that asks for a document, since УПД needs it, of whom may change requisites.
 * `save` is called before the document is asked for; an empty field asks for nothing.
 */
export function useMissingAddress(isWanted: boolean) {
  const { id, can } = useActiveOrganization();
  const queryClient = useQueryClient();
  const query = organizationQuery(id ?? '');
  const { data } = useQuery({ ...query, enabled: isWanted && id !== undefined && can('organization.edit') });
  // Per organization: another tab may switch it under the form.
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [error, setError] = useState<string>();
  const address = typed[id ?? ''] ?? '';
  const isMissing = isWanted && data !== undefined && data.kind !== 'person' && !data.address;

  async function save() {
    if (!isMissing || !id || !address.trim()) return;
    const message = check(organizationChanges, { address }).errors?.[0]?.message;
    setError(message);
    if (message) throw { detail: `Адрес не подошёл. ${message}. Исправьте его или оставьте поле пустым.` };
    queryClient.setQueryData(
      query.queryKey,
      await call(updateOrganization, { params: { organizationId: id }, body: { address } }),
    );
  }

  const field = isMissing && (
    <TextField
      label={data.kind === 'company' ? 'Юридический адрес' : 'Адрес'}
      description="Нужен в актах и УПД. Запишем в реквизиты организации"
      autoComplete="street-address"
      value={address}
      error={error}
      maxLength={300}
      onChange={(event) => {
        setError(undefined);
        setTyped({ ...typed, [id ?? '']: event.currentTarget.value });
      }}
    />
  );
  return { field, save };
}

function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: keys.organizationItself(organizationId),
    queryFn: ({ signal }) => call(getOrganization, { params: { organizationId } }, signal),
  });
}
