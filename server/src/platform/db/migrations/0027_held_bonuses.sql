-- A bonus is credited after a holding period and taken back in proportion to what is returned of its payment.
alter table referral_bonuses
  add due_at timestamptz not null default now(),
  add credited_at timestamptz,
  add taken_back_minor bigint not null default 0,
  -- Taken back when the referrer had already spent it: later bonuses settle it.
  add owed_minor bigint not null default 0;

update referral_bonuses set due_at = created_at, credited_at = created_at,
  taken_back_minor = case when taken_back_at is null then 0 else amount_minor end;

alter table referral_bonuses
  drop column taken_back_at,
  alter due_at drop default,
  add check (taken_back_minor between 0 and amount_minor),
  add check (owed_minor between 0 and taken_back_minor);

create index referral_bonuses_due on referral_bonuses (due_at) where credited_at is null;
create index referral_bonuses_owed on referral_bonuses (referrer_id) where owed_minor > 0;
