-- One row a person who came by somebody's code and paid: the bonus is given once, ever.
create table referral_bonuses (
  referred_id uuid primary key references users,
  referrer_id uuid not null references users,
  payment_id uuid not null unique references payments,
  organization_id uuid not null references organizations,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  check (referred_id <> referrer_id)
);

create index referral_bonuses_referrer on referral_bonuses (referrer_id);
