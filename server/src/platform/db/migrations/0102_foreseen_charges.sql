-- Organizations whose balance will not cover a charge of the next days: their rules of automatic top-up look at it. It
-- refers to no rule, whose lock it would wait for while it holds balances.
create table auto_top_up_needs (
  organization_id uuid primary key references organizations,
  created_at timestamptz not null default now()
);
