-- What the provider says was really paid, kept when that differs from what we asked for: a person decides by it.
alter table payments
  add claimed_minor bigint,
  add claimed_currency text,
  add claimed_payment_id text;

-- Why a refund cannot be settled without a person: declined after its organization was closed, or no such provider.
alter table refunds add stuck_reason text;
