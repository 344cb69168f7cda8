-- What whoever saved the card allows to be charged without them in a calendar month; null where they never said.
alter table payment_methods
  add column cap_minor bigint check (cap_minor > 0),
  add column cap_currency text check (cap_currency ~ '^[A-Z]{3}$'),
  add constraint payment_methods_cap check ((cap_minor is null) = (cap_currency is null));

-- When the saver of its card agreed to these very terms; null while their yes is waited for.
alter table auto_top_ups add column consented_at timestamptz;

update auto_top_ups r set consented_at = r.updated_at
from payment_methods m where m.id = r.payment_method_id and m.saved_by = r.set_by;
update payment_methods m set cap_minor = r.monthly_cap_minor, cap_currency = r.currency
from auto_top_ups r where r.payment_method_id = m.id and r.consented_at is not null;
-- Set by somebody else: the saver has never been asked.
update auto_top_ups set status = 'paused', reason = 'awaits_saver' where status = 'active' and consented_at is null;

alter table auto_top_ups add constraint auto_top_ups_consent check (status = 'paused' or consented_at is not null);
