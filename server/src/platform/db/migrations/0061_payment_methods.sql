-- Saved cards: a mask for people, and the provider's id by which the card can be charged.
create table payment_methods (
  id uuid primary key,
  organization_id uuid not null references organizations,
  provider text not null,
  -- Null once the card is removed, so that nothing is left to charge it by.
  provider_method_id text,
  status text not null check (status in ('pending', 'active', 'unusable', 'removed')),
  -- The decline that made it unusable.
  reason text,
  card_type text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  expiry_month smallint check (expiry_month between 1 and 12),
  expiry_year smallint,
  is_default boolean not null default false,
  saved_by uuid not null references actors,
  created_at timestamptz not null default now(),
  saved_at timestamptz,
  constraint payment_methods_card check (
    status not in ('active', 'unusable')
    or (card_last4 is not null and expiry_month is not null and expiry_year is not null and saved_at is not null
      and provider_method_id is not null)),
  constraint payment_methods_removed check (status <> 'removed' or (provider_method_id is null and not is_default))
);

create unique index payment_methods_provider_key on payment_methods (provider, provider_method_id)
  where provider_method_id is not null;
create unique index payment_methods_default_key on payment_methods (organization_id) where is_default;
create index payment_methods_organization on payment_methods (organization_id) where status <> 'removed';
create index payment_methods_saved_by on payment_methods (saved_by);

alter table payments
  add column saves_method boolean not null default false,
  add column payment_method_id uuid references payment_methods,
  -- As it was when the payment was asked for: a question repeated under the same key must not differ by a letter.
  add column provider_method_id text;
create index payments_method on payments (payment_method_id) where payment_method_id is not null;
