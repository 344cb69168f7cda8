-- When the provider is polled about a payment next: docs/design/payments.md. A row goes once no report of the provider can
-- change its payment. No foreign key: its check would cost each new payment more than the row. Payments that wait at the
-- upgrade have jobs of pg-boss, which leave rows here.
create table payment_polls (
  payment_id uuid primary key,
  -- How many were begun. A worker whose number has moved on has lost its lease.
  begun int not null default 0 check (begun >= 0),
  -- While one is under way: when its worker counts as dead.
  next_at timestamptz not null
);
create index payment_polls_next on payment_polls (next_at);
