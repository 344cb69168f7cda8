import type { Organization, OrganizationForm, OrganizationKind } from '@kazna/contract/cabinet/organizations';

/** Form values; bank fields are named by their error paths. */
export function requisitesValues(kind: OrganizationKind, current?: Organization): Record<string, string> {
  const values = { kind, name: current?.name ?? '' };
  if (kind === 'person') return values;
  return {
    ...values,
    inn: current?.inn ?? '',
    ...(kind === 'company' && { kpp: current?.kpp ?? '' }),
    ogrn: current?.ogrn ?? '',
    address: current?.address ?? '',
    'bank.bik': current?.bank?.bik ?? '',
    'bank.account': current?.bank?.account ?? '',
    'bank.correspondentAccount': current?.bank?.correspondentAccount ?? '',
  };
}

/** An empty field removes the stored value. */
export function changesOf(form: OrganizationForm) {
  if (form.kind === 'person') return { name: form.name };
  const { kind, address = '', bank = null, ...rest } = form;
  return { ...rest, address, bank };
}
