-- Notifications name a refund by the provider's number.
create index refunds_provider on refunds (provider_refund_id) where provider_refund_id is not null;

-- What a person did is read newest first.
create index audit_log_actor_newest on audit_log (actor_id, id desc);
drop index audit_log_actor;

-- The index for prefixes finds a whole ИНН as well.
drop index organizations_inn;
