-- Each consent may be withdrawn apart from the others. Automatic charges are agreed to for one organization's cards.
alter table consents
  add column organization_id uuid references organizations (id),
  add column withdrawn_at timestamptz,
  add constraint consents_withdrawn_later check (withdrawn_at >= accepted_at);
