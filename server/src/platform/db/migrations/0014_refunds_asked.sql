-- When the provider was first asked to return the money: from then on a refusal may follow a yes that got lost.
alter table refunds add asked_at timestamptz;
update refunds set asked_at = created_at;
