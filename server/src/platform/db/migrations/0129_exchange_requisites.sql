-- What files of electronic exchange and the ground of documents name: the participant's id and the signed contract.
alter table organizations
  add column edo text,
  add column contract_number text,
  add column contract_day date,
  add constraint organizations_edo_check check (edo ~ '^2[0-9A-Z]{2}[0-9A-Za-z-]{3,43}$'),
  add constraint organizations_contract_check check ((contract_number is null) = (contract_day is null));
