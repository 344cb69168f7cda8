-- Written by npm run schema; a test holds it equal to the migrations' result.

CREATE OR REPLACE FUNCTION public.audit_log_keeps_all()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_log only appends';
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_only_appends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The one change that the law asks for: a deleted person's network address is forgotten.
  if tg_op = 'UPDATE' and new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception 'audit_log only appends';
end $function$
;

CREATE OR REPLACE FUNCTION public.business_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$select now()$function$
;

CREATE OR REPLACE FUNCTION public.ledger_accounts_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ledger_accounts are never deleted';
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_entries_only_append()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ledger_entries only appends';
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_transfers_check_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  wrong text;
  fault text;
begin
  select f.key, f.fault into wrong, fault from (
    select t.key, case
      when d.id is null or c.id is null or d.currency <> c.currency then 'joins no two accounts of one currency'
      when d.kind = 'organization' and not exists (
        select from ledger_entries e where e.transfer_id = t.id and e.organization_id = d.organization_id
          and e.account_id = d.id and e.amount_minor = -t.amount_minor) then 'has no entry of its organization'
      when c.kind = 'organization' and not exists (
        select from ledger_entries e where e.transfer_id = t.id and e.organization_id = c.organization_id
          and e.account_id = c.id and e.amount_minor = t.amount_minor) then 'has no entry of its organization'
      -- A clock that was ahead may have left the checkpoint in the future: no payment is refused for that.
      when t.created_at < (
        select through_day::timestamp at time zone 'Europe/Moscow' from ledger_checkpoint
        where through_day <= (business_now() at time zone 'Europe/Moscow')::date) then 'belongs to days that were checked'
    end as fault
    from posted t
    left join lateral (select * from ledger_accounts where id = t.debit_account_id limit 1) d on true
    left join lateral (select * from ledger_accounts where id = t.credit_account_id limit 1) c on true
  ) f where f.fault is not null limit 1;
  if found then
    raise exception 'transfer % %', wrong, fault using errcode =
      case fault when 'joins no two accounts of one currency' then 'foreign_key_violation' else 'check_violation' end;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ledger_transfers_only_append()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'ledger_transfers only appends';
end $function$
;

CREATE OR REPLACE FUNCTION public.make_usage_partition(month date)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  name text := 'usage_events_' || to_char(month, 'YYYY_MM');
  start timestamptz := month::timestamp at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtext('usage_events'));
  if to_regclass(name) is not null then return false; end if;
  execute format('create table %I (like usage_events including all)', name);
  execute format('alter table usage_events attach partition %I for values from (%L) to (%L)', name, start,
    (month + interval '1 month') at time zone 'UTC');
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.memberships_set_owned_inn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.owned_inn := case when new.role = 'owner'
    then (select inn from organizations where id = new.organization_id and status <> 'closed') end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.monthly_minor(period_minor bigint, period_unit text, period_count integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select round(period_minor::numeric * case period_unit
      when 'month' then 12 when 'quarter' then 4 when 'year' then 1 when 'week' then 365.0 / 7 else 365 end
    / (12 * period_count))::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.organizations_close_empty()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from ledger_accounts where organization_id = new.id and (balance_minor <> 0 or credit_limit_minor <> 0)
  ) then
    raise exception 'organization % has a balance, a debt or a credit limit', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.organizations_spread_inn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update memberships set owned_inn = case when role = 'owner' and new.status <> 'closed' then new.inn end
    where organization_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a document does not change';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_of_tariff_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a version of a tariff does not change';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_month_below_zero()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_date(new.period, 'YYYY-MM') >= (select from_month from closing_give_backs) then
    raise exception 'a document of a month is below zero';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.required(condition boolean)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  if condition is not true then
    raise exception 'a condition that the statement requires does not hold' using errcode = 'KZ001';
  end if;
  return 1;
end $function$
;

CREATE OR REPLACE FUNCTION public.revoke_charges()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'payment_methods' then
    update payments set revoked_at = now(), provider_method_id = null
    where payment_method_id = old.id and status = 'pending' and revoked_at is null;
  elsif tg_table_name = 'auto_top_ups' then
    update payments set revoked_at = now(), provider_method_id = null
    where organization_id = old.organization_id and is_automatic and status = 'pending' and revoked_at is null;
  elsif tg_table_name = 'organizations' then
    update payments set revoked_at = now(), provider_method_id = null
    where organization_id = old.id and payment_method_id is not null and status = 'pending' and revoked_at is null;
  elsif tg_table_name = 'users' then
    update payments set revoked_at = now(), provider_method_id = null
    where status = 'pending' and revoked_at is null and payment_method_id in (
      select id from payment_methods where saved_by = old.id);
  else
    update payments set revoked_at = now(), provider_method_id = null
    where status = 'pending' and revoked_at is null and payment_method_id in (
      select id from payment_methods where saved_by = old.user_id and organization_id = old.organization_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.subscription_moves_only_append()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'subscription_moves only appends';
end
$function$
;

CREATE OR REPLACE FUNCTION public.users_are_actors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into actors (id, kind) values (new.id, 'person');
  return null;
end $function$
;

create table accountant_addresses (
  organization_id uuid not null,
  email text not null,
  asked_at timestamp with time zone not null default business_now(),
  confirmed_at timestamp with time zone,
  constraint accountant_addresses_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint accountant_addresses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint accountant_addresses_pkey PRIMARY KEY (organization_id)
);

CREATE INDEX accountant_addresses_email ON public.accountant_addresses USING btree (email);

create table accountant_letters (
  organization_id uuid not null,
  period text not null,
  created_at timestamp with time zone not null default business_now(),
  constraint accountant_letters_period_check CHECK ((period ~ '^\d{4}-\d{2}$'::text)),
  constraint accountant_letters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint accountant_letters_pkey PRIMARY KEY (organization_id, period)
);

create table actors (
  id uuid not null,
  kind text not null,
  name text,
  constraint actors_check CHECK (((kind = 'person'::text) = (name IS NULL))),
  constraint actors_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'api_key'::text, 'job'::text]))),
  constraint actors_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX actors_job_key ON public.actors USING btree (name) WHERE (kind = 'job'::text);

create table announcement_dismissals (
  announcement_id uuid not null,
  user_id uuid not null,
  dismissed_at timestamp with time zone not null default now(),
  constraint announcement_dismissals_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcements(id) ON DELETE CASCADE,
  constraint announcement_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint announcement_dismissals_pkey PRIMARY KEY (user_id, announcement_id)
);

CREATE INDEX announcement_dismissals_by_announcement ON public.announcement_dismissals USING btree (announcement_id);

create table announcements (
  id uuid not null,
  text text not null,
  link text,
  audience text not null,
  tariff_id uuid,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint announcements_audience_check CHECK ((audience = ANY (ARRAY['everybody'::text, 'owners'::text, 'tariff'::text]))),
  constraint announcements_check CHECK (((audience = 'tariff'::text) = (tariff_id IS NOT NULL))),
  constraint announcements_check1 CHECK ((until_at >= from_at)),
  constraint announcements_link_check CHECK (((link ~ '^/[^/\\]'::text) AND (length(link) <= 200))),
  constraint announcements_text_check CHECK (((length(text) >= 1) AND (length(text) <= 300))),
  constraint announcements_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  constraint announcements_pkey PRIMARY KEY (id)
);

CREATE INDEX announcements_by_end ON public.announcements USING btree (until_at);

create table api_key_secrets (
  hash bytea not null,
  key_id uuid not null,
  hint text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone,
  constraint api_key_secrets_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_key_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id),
  constraint api_key_secrets_pkey PRIMARY KEY (hash)
);

CREATE INDEX api_key_secrets_key ON public.api_key_secrets USING btree (key_id, created_at DESC);

create table api_keys (
  id uuid not null,
  name text not null,
  scopes text[] not null,
  networks inet[] not null default '{}'::inet[],
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address inet,
  constraint api_keys_name_check CHECK ((name <> ''::text)),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint api_keys_id_fkey FOREIGN KEY (id) REFERENCES actors(id),
  constraint api_keys_pkey PRIMARY KEY (id)
);

create table audit_log (
  id uuid not null,
  organization_id uuid,
  actor_id uuid not null,
  action text not null,
  subject_user_id uuid,
  invitation_id uuid,
  details jsonb not null default '{}'::jsonb,
  address inet,
  created_at timestamp with time zone not null default now(),
  constraint audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES actors(id),
  constraint audit_log_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitations(id),
  constraint audit_log_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint audit_log_subject_user_id_fkey FOREIGN KEY (subject_user_id) REFERENCES users(id),
  constraint audit_log_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_log_actor_newest ON public.audit_log USING btree (actor_id, id DESC);

CREATE INDEX audit_log_organization ON public.audit_log USING btree (organization_id, id DESC);

CREATE TRIGGER audit_log_keeps_all BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_keeps_all();

CREATE TRIGGER audit_log_only_appends BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_only_appends();

create table auto_top_up_needs (
  organization_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint auto_top_up_needs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint auto_top_up_needs_pkey PRIMARY KEY (organization_id)
);

create table auto_top_ups (
  organization_id uuid not null,
  currency text not null,
  threshold_minor bigint not null,
  target_minor bigint not null,
  monthly_cap_minor bigint not null,
  payment_method_id uuid,
  status text not null default 'active'::text,
  reason text,
  declines integer not null default 0,
  next_attempt_at timestamp with time zone not null default business_now(),
  set_by uuid not null,
  updated_at timestamp with time zone not null default business_now(),
  consented_at timestamp with time zone,
  constraint auto_top_ups_check CHECK ((target_minor > threshold_minor)),
  constraint auto_top_ups_check1 CHECK ((monthly_cap_minor >= target_minor)),
  constraint auto_top_ups_check2 CHECK (((status = 'paused'::text) OR (payment_method_id IS NOT NULL))),
  constraint auto_top_ups_consent CHECK (((status = 'paused'::text) OR (consented_at IS NOT NULL))),
  constraint auto_top_ups_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint auto_top_ups_declines_check CHECK ((declines >= 0)),
  constraint auto_top_ups_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text]))),
  constraint auto_top_ups_threshold_minor_check CHECK ((threshold_minor >= 0)),
  constraint auto_top_ups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint auto_top_ups_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  constraint auto_top_ups_set_by_fkey FOREIGN KEY (set_by) REFERENCES actors(id),
  constraint auto_top_ups_pkey PRIMARY KEY (organization_id)
);

CREATE INDEX auto_top_ups_method ON public.auto_top_ups USING btree (payment_method_id);

CREATE INDEX auto_top_ups_set_by ON public.auto_top_ups USING btree (set_by);

CREATE TRIGGER revoke_charges_of_card AFTER UPDATE OF payment_method_id ON public.auto_top_ups FOR EACH ROW WHEN ((new.payment_method_id IS DISTINCT FROM old.payment_method_id)) EXECUTE FUNCTION revoke_charges();

CREATE TRIGGER revoke_charges_of_rule AFTER DELETE ON public.auto_top_ups FOR EACH ROW EXECUTE FUNCTION revoke_charges();

create table bank_directory (
  is_only boolean not null default true,
  day date not null,
  banks integer not null,
  loaded_by uuid not null,
  loaded_at timestamp with time zone not null default business_now(),
  constraint bank_directory_banks_check CHECK ((banks > 0)),
  constraint bank_directory_is_only_check CHECK (is_only),
  constraint bank_directory_loaded_by_fkey FOREIGN KEY (loaded_by) REFERENCES actors(id),
  constraint bank_directory_pkey PRIMARY KEY (is_only)
);

create table bank_receipts (
  id uuid not null,
  document_id uuid not null,
  statement_id uuid not null,
  fingerprint bytea not null,
  occurrence integer not null,
  near_key bytea not null,
  amount_minor bigint not null,
  status text not null,
  organization_id uuid,
  invoice_id uuid,
  created_at timestamp with time zone not null default business_now(),
  return_order text,
  return_reason text,
  returned_at timestamp with time zone,
  credited_at timestamp with time zone,
  constraint bank_receipts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint bank_receipts_check CHECK (((status <> 'credited'::text) OR (organization_id IS NOT NULL))),
  constraint bank_receipts_check1 CHECK (((status = ANY (ARRAY['credited'::text, 'undone'::text])) OR (organization_id IS NULL))),
  constraint bank_receipts_check2 CHECK (((invoice_id IS NULL) OR (organization_id IS NOT NULL))),
  constraint bank_receipts_check3 CHECK (((status = 'returned'::text) OR ((return_order IS NULL) AND (return_reason IS NULL) AND (returned_at IS NULL)))),
  constraint bank_receipts_credited_at_check CHECK (((organization_id IS NULL) = (credited_at IS NULL))),
  constraint bank_receipts_status_check CHECK ((status = ANY (ARRAY['credited'::text, 'unidentified'::text, 'returned'::text, 'undone'::text]))),
  constraint bank_receipts_document_id_fkey FOREIGN KEY (document_id) REFERENCES bank_statement_documents(id),
  constraint bank_receipts_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint bank_receipts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint bank_receipts_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  constraint bank_receipts_pkey PRIMARY KEY (id),
  constraint bank_receipts_document_id_key UNIQUE (document_id)
);

CREATE INDEX bank_receipts_credited_at ON public.bank_receipts USING btree (credited_at) INCLUDE (amount_minor) WHERE (status = 'credited'::text);

CREATE INDEX bank_receipts_invoice ON public.bank_receipts USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX bank_receipts_near ON public.bank_receipts USING btree (near_key) WHERE (status <> 'undone'::text);

CREATE INDEX bank_receipts_of_organization ON public.bank_receipts USING btree (organization_id, credited_at DESC, id DESC) WHERE (status = 'credited'::text);

CREATE UNIQUE INDEX bank_receipts_once ON public.bank_receipts USING btree (fingerprint, occurrence) WHERE (status <> 'undone'::text);

CREATE INDEX bank_receipts_returned ON public.bank_receipts USING btree (id DESC) WHERE (status = 'returned'::text);

CREATE INDEX bank_receipts_statement ON public.bank_receipts USING btree (statement_id);

CREATE INDEX bank_receipts_unidentified ON public.bank_receipts USING btree (id DESC) WHERE (status = 'unidentified'::text);

create table bank_returns (
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  status text not null default 'pending'::text,
  comment text,
  requested_by uuid not null,
  order_number text,
  reason text,
  decided_by uuid,
  created_at timestamp with time zone not null default business_now(),
  decided_at timestamp with time zone,
  constraint bank_returns_amount_minor_check CHECK ((amount_minor > 0)),
  constraint bank_returns_check CHECK (((status = 'pending'::text) = (decided_at IS NULL))),
  constraint bank_returns_check1 CHECK (((status = 'pending'::text) = (decided_by IS NULL))),
  constraint bank_returns_check2 CHECK (((status = 'returned'::text) = (order_number IS NOT NULL))),
  constraint bank_returns_check3 CHECK (((status = 'declined'::text) = (reason IS NOT NULL))),
  constraint bank_returns_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'returned'::text, 'declined'::text]))),
  constraint bank_returns_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES actors(id),
  constraint bank_returns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint bank_returns_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES actors(id),
  constraint bank_returns_pkey PRIMARY KEY (id)
);

CREATE INDEX bank_returns_organization ON public.bank_returns USING btree (organization_id, id DESC);

CREATE INDEX bank_returns_requested_by ON public.bank_returns USING btree (requested_by) WHERE (comment IS NOT NULL);

CREATE INDEX bank_returns_status ON public.bank_returns USING btree (status, id);

create table bank_statement_documents (
  id uuid not null,
  statement_id uuid not null,
  place integer not null,
  line integer not null,
  direction text not null,
  kind text not null,
  number text not null,
  day date not null,
  amount_minor bigint not null,
  payer_name text not null,
  payer_inn text,
  payer_account text not null,
  payee_name text not null,
  payee_inn text,
  purpose text not null,
  fingerprint bytea not null,
  occurrence integer not null,
  near_key bytea not null,
  match jsonb,
  payer_bik text,
  constraint bank_statement_documents_amount_minor_check CHECK ((amount_minor > 0)),
  constraint bank_statement_documents_direction_check CHECK ((direction = ANY (ARRAY['incoming'::text, 'outgoing'::text, 'internal'::text]))),
  constraint bank_statement_documents_occurrence_check CHECK ((occurrence > 0)),
  constraint bank_statement_documents_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  constraint bank_statement_documents_pkey PRIMARY KEY (id),
  constraint bank_statement_documents_statement_id_place_key UNIQUE (statement_id, place)
);

create table bank_statements (
  id uuid not null,
  sha256 bytea not null,
  status text not null default 'preview'::text,
  faults jsonb not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  posted_at timestamp with time zone,
  undone_at timestamp with time zone,
  balance_count integer not null default 0,
  balance_mismatch_count integer not null default 0,
  accounts text[] not null default '{}'::text[],
  constraint bank_statements_balance_count_check CHECK ((balance_count >= 0)),
  constraint bank_statements_check CHECK (((status = 'preview'::text) = (posted_at IS NULL))),
  constraint bank_statements_check1 CHECK (((status = 'undone'::text) = (undone_at IS NOT NULL))),
  constraint bank_statements_check2 CHECK (((balance_mismatch_count >= 0) AND (balance_mismatch_count <= balance_count))),
  constraint bank_statements_faults_check CHECK ((jsonb_typeof(faults) = 'array'::text)),
  constraint bank_statements_status_check CHECK ((status = ANY (ARRAY['preview'::text, 'posted'::text, 'undone'::text]))),
  constraint bank_statements_pkey PRIMARY KEY (id)
);

create table banks (
  bik text not null,
  name text not null,
  correspondent_account text,
  constraint banks_bik_check CHECK ((bik ~ '^\d{9}$'::text)),
  constraint banks_correspondent_account_check CHECK ((correspondent_account ~ '^\d{20}$'::text)),
  constraint banks_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint banks_pkey PRIMARY KEY (bik)
);

create table business_picture_versions (
  version integer not null,
  logo_id uuid,
  stamp_id uuid,
  signature_id uuid,
  is_on_upd boolean not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  constraint business_picture_versions_logo_id_fkey FOREIGN KEY (logo_id) REFERENCES business_pictures(id),
  constraint business_picture_versions_signature_id_fkey FOREIGN KEY (signature_id) REFERENCES business_pictures(id),
  constraint business_picture_versions_stamp_id_fkey FOREIGN KEY (stamp_id) REFERENCES business_pictures(id),
  constraint business_picture_versions_pkey PRIMARY KEY (version)
);

CREATE TRIGGER business_picture_versions_are_kept BEFORE DELETE OR UPDATE ON public.business_picture_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table business_pictures (
  id uuid not null,
  png bytea not null,
  constraint business_pictures_png_check CHECK ((octet_length(png) <= 1048576)),
  constraint business_pictures_pkey PRIMARY KEY (id)
);

CREATE TRIGGER business_pictures_are_kept BEFORE DELETE OR UPDATE ON public.business_pictures FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table business_versions (
  version integer not null,
  data jsonb not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  constraint business_versions_data_check CHECK ((jsonb_typeof(data) = 'object'::text)),
  constraint business_versions_version_check CHECK ((version > 0)),
  constraint business_versions_pkey PRIMARY KEY (version)
);

CREATE TRIGGER business_versions_are_kept BEFORE DELETE OR UPDATE ON public.business_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table card_removals (
  id uuid not null,
  provider text not null,
  provider_method_id text not null,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  constraint card_removals_pkey PRIMARY KEY (id),
  constraint card_removals_provider_provider_method_id_key UNIQUE (provider, provider_method_id)
);

CREATE INDEX card_removals_due ON public.card_removals USING btree (next_attempt_at);

create table charge_refunds (
  id uuid not null,
  charge_id uuid not null,
  amount_minor bigint not null,
  reason text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  constraint charge_refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint charge_refunds_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  constraint charge_refunds_pkey PRIMARY KEY (id)
);

CREATE INDEX charge_refunds_charge ON public.charge_refunds USING btree (charge_id, id DESC);

create table charges (
  id uuid not null,
  organization_id uuid not null,
  amount_minor bigint not null,
  refunded_minor bigint not null default 0,
  currency text not null,
  description text not null,
  service text,
  metadata jsonb not null default '{}'::jsonb,
  hold_id uuid,
  occurred_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  constraint charges_amount_minor_check CHECK ((amount_minor > 0)),
  constraint charges_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor))),
  constraint charges_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint charges_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint charges_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES holds(id),
  constraint charges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint charges_pkey PRIMARY KEY (id),
  constraint charges_hold_id_key UNIQUE (hold_id)
);

CREATE INDEX charges_organization ON public.charges USING btree (organization_id, id DESC);

create table closing_document_files (
  document_id uuid not null,
  pdf bytea not null,
  constraint closing_document_files_document_id_fkey FOREIGN KEY (document_id) REFERENCES closing_documents(id),
  constraint closing_document_files_pkey PRIMARY KEY (document_id)
);

CREATE TRIGGER closing_document_files_are_kept BEFORE DELETE OR UPDATE ON public.closing_document_files FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table closing_documents (
  id uuid not null,
  organization_id uuid not null,
  kind text not null,
  series text not null,
  number text not null,
  revision integer not null default 0,
  day date not null,
  period text,
  from_day date,
  to_day date,
  source_id uuid,
  amount_minor bigint not null,
  vat_minor bigint not null default 0,
  currency text not null,
  data jsonb not null,
  created_by uuid,
  created_at timestamp with time zone not null default business_now(),
  constraint closing_documents_check CHECK ((to_day >= from_day)),
  constraint closing_documents_check1 CHECK (((kind = 'reconciliation'::text) = (period IS NULL))),
  constraint closing_documents_check2 CHECK (((kind = 'reconciliation'::text) = ((from_day IS NOT NULL) AND (to_day IS NOT NULL)))),
  constraint closing_documents_check3 CHECK (((kind = 'advance_invoice'::text) = (source_id IS NOT NULL))),
  constraint closing_documents_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint closing_documents_data_check CHECK ((jsonb_typeof(data) = 'object'::text)),
  constraint closing_documents_kind_check CHECK ((kind = ANY (ARRAY['act'::text, 'upd'::text, 'advance_invoice'::text, 'reconciliation'::text]))),
  constraint closing_documents_period_check CHECK ((period ~ '^\d{4}-\d{2}$'::text)),
  constraint closing_documents_revision_check CHECK ((revision >= 0)),
  constraint closing_documents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint closing_documents_pkey PRIMARY KEY (id),
  constraint closing_documents_series_number_revision_key UNIQUE (series, number, revision)
);

CREATE UNIQUE INDEX closing_documents_month ON public.closing_documents USING btree (organization_id, period, revision) WHERE (kind = ANY (ARRAY['act'::text, 'upd'::text]));

CREATE INDEX closing_documents_organization ON public.closing_documents USING btree (organization_id, id DESC);

CREATE INDEX closing_documents_register ON public.closing_documents USING btree (period, id DESC) WHERE (period IS NOT NULL);

CREATE UNIQUE INDEX closing_documents_source ON public.closing_documents USING btree (source_id, revision) WHERE (source_id IS NOT NULL);

CREATE TRIGGER closing_documents_are_kept BEFORE DELETE OR UPDATE ON public.closing_documents FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

CREATE TRIGGER closing_documents_from_zero BEFORE INSERT ON public.closing_documents FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['act'::text, 'upd'::text])) AND (new.amount_minor < 0))) EXECUTE FUNCTION refuse_month_below_zero();

create table closing_failures (
  task text not null,
  day date not null,
  organization_id uuid not null,
  attempts integer not null default 1,
  error text not null,
  failed_at timestamp with time zone not null default business_now(),
  retry_at timestamp with time zone not null,
  constraint closing_failures_attempts_check CHECK ((attempts > 0)),
  constraint closing_failures_task_check CHECK ((task = ANY (ARRAY['months'::text, 'advances'::text, 'give_backs'::text]))),
  constraint closing_failures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint closing_failures_pkey PRIMARY KEY (task, day, organization_id)
);

CREATE INDEX closing_failures_retry ON public.closing_failures USING btree (retry_at);

create table closing_give_backs (
  id boolean not null default true,
  from_month date not null,
  constraint closing_give_backs_id_check CHECK (id),
  constraint closing_give_backs_pkey PRIMARY KEY (id)
);

create table closing_lot_states (
  organization_id uuid not null,
  day date not null,
  state jsonb not null,
  constraint closing_lot_states_state_check CHECK ((jsonb_typeof(state) = 'object'::text)),
  constraint closing_lot_states_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint closing_lot_states_pkey PRIMARY KEY (organization_id, day)
);

create table closing_progress (
  task text not null,
  day date not null,
  after_organization_id uuid not null,
  constraint closing_progress_task_check CHECK ((task = ANY (ARRAY['months'::text, 'advances'::text, 'give_backs'::text]))),
  constraint closing_progress_pkey PRIMARY KEY (task, day)
);

create table closing_runs (
  task text not null,
  day date not null,
  finished_at timestamp with time zone not null default business_now(),
  constraint closing_runs_task_check CHECK ((task = ANY (ARRAY['months'::text, 'advances'::text, 'give_backs'::text]))),
  constraint closing_runs_pkey PRIMARY KEY (task, day)
);

create table consents (
  id uuid not null,
  user_id uuid not null,
  document text not null,
  version text not null,
  address inet,
  accepted_at timestamp with time zone not null default now(),
  organization_id uuid,
  withdrawn_at timestamp with time zone,
  constraint consents_withdrawn_later CHECK ((withdrawn_at >= accepted_at)),
  constraint consents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint consents_pkey PRIMARY KEY (id)
);

CREATE INDEX consents_user ON public.consents USING btree (user_id);

create table development_letter_files (
  letter_id uuid not null,
  place integer not null,
  name text not null,
  content_type text not null,
  content bytea not null,
  constraint development_letter_files_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES development_letters(id) ON DELETE CASCADE,
  constraint development_letter_files_pkey PRIMARY KEY (letter_id, place)
);

create table development_letters (
  id uuid not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamp with time zone not null default now(),
  constraint development_letters_pkey PRIMARY KEY (id)
);

CREATE INDEX development_letters_recipient ON public.development_letters USING btree (recipient, id DESC);

create table discounts (
  id uuid not null,
  organization_id uuid not null,
  tariff_id uuid,
  percent numeric(5,2),
  amount_minor bigint,
  currency text,
  periods integer,
  reason text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  ended_at timestamp with time zone,
  constraint discounts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint discounts_check CHECK (((percent IS NULL) <> (amount_minor IS NULL))),
  constraint discounts_check1 CHECK (((currency IS NULL) = (amount_minor IS NULL))),
  constraint discounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint discounts_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric))),
  constraint discounts_periods_check CHECK ((periods > 0)),
  constraint discounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint discounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint discounts_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id) ON DELETE CASCADE,
  constraint discounts_pkey PRIMARY KEY (id)
);

CREATE INDEX discounts_organization ON public.discounts USING btree (organization_id) WHERE (ended_at IS NULL);

CREATE INDEX discounts_tariff ON public.discounts USING btree (tariff_id) WHERE (tariff_id IS NOT NULL);

create table document_counters (
  series text not null,
  last_number bigint not null,
  last_day date,
  constraint document_counters_last_number_check CHECK ((last_number > 0)),
  constraint document_counters_pkey PRIMARY KEY (series)
);

create table events (
  id uuid not null,
  seq bigint not null,
  organization_id uuid not null,
  type text not null,
  body json not null,
  created_at timestamp with time zone not null default now(),
  position bigint,
  constraint events_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX events_position_key ON public.events USING btree ("position");

CREATE INDEX events_unsequenced ON public.events USING btree (seq) WHERE ("position" IS NULL);

create table external_identities (
  id uuid not null,
  user_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  label text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint external_identities_provider_check CHECK ((provider = ANY (ARRAY['yandex'::text, 'vk'::text, 'oidc'::text, 'sandbox'::text]))),
  constraint external_identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255))),
  constraint external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint external_identities_pkey PRIMARY KEY (id),
  constraint external_identities_issuer_subject_key UNIQUE (issuer, subject)
);

CREATE INDEX external_identities_user ON public.external_identities USING btree (user_id, id);

create table external_visits (
  hash bytea not null,
  outcome jsonb,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint external_visits_pkey PRIMARY KEY (hash)
);

CREATE INDEX external_visits_expiry ON public.external_visits USING btree (expires_at);

create table first_steps_dismissals (
  user_id uuid not null,
  organization_id uuid,
  dismissed_at timestamp with time zone not null default now(),
  constraint first_steps_dismissals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint first_steps_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE UNIQUE INDEX first_steps_dismissals_key ON public.first_steps_dismissals USING btree (user_id, organization_id) NULLS NOT DISTINCT;

create table help_articles (
  id uuid not null,
  slug text not null,
  title text not null,
  markdown text not null,
  is_published boolean not null,
  place integer not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  search tsvector not null generated always as ((setweight(to_tsvector('russian'::regconfig, translate(lower(title), 'ё'::text, 'е'::text)), 'A'::"char") || setweight(to_tsvector('russian'::regconfig, translate(lower(markdown), 'ё'::text, 'е'::text)), 'B'::"char"))) stored,
  constraint help_articles_markdown_check CHECK (((length(markdown) >= 1) AND (length(markdown) <= 20000))),
  constraint help_articles_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  constraint help_articles_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  constraint help_articles_pkey PRIMARY KEY (id),
  constraint help_articles_slug_key UNIQUE (slug)
);

CREATE INDEX help_articles_by_search ON public.help_articles USING gin (search) WHERE is_published;

create table hidden_help (
  slug text not null,
  hidden_at timestamp with time zone not null default now(),
  constraint hidden_help_pkey PRIMARY KEY (slug)
);

create table holds (
  id uuid not null,
  organization_id uuid not null,
  amount_minor bigint not null,
  captured_minor bigint not null default 0,
  currency text not null,
  description text not null,
  status text not null default 'open'::text,
  charge_id uuid,
  expires_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  closed_at timestamp with time zone,
  constraint holds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint holds_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint holds_check1 CHECK (((status = 'captured'::text) = (charge_id IS NOT NULL))),
  constraint holds_check2 CHECK ((((captured_minor >= 0) AND (captured_minor <= amount_minor)) AND ((captured_minor > 0) = (status = 'captured'::text)))),
  constraint holds_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint holds_status_check CHECK ((status = ANY (ARRAY['open'::text, 'captured'::text, 'released'::text, 'expired'::text]))),
  constraint holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint holds_pkey PRIMARY KEY (id)
);

CREATE INDEX holds_open ON public.holds USING btree (expires_at) WHERE (status = 'open'::text);

CREATE INDEX holds_open_of_organization ON public.holds USING btree (organization_id) WHERE (status = 'open'::text);

CREATE INDEX holds_organization ON public.holds USING btree (organization_id, id DESC);

create table idempotency_keys (
  scope text not null,
  key text not null,
  body_hash bytea not null,
  reference uuid not null,
  status smallint,
  answer jsonb,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  constraint idempotency_keys_body_hash_check CHECK ((octet_length(body_hash) = 32)),
  constraint idempotency_keys_check CHECK (((status IS NULL) = (answer IS NULL))),
  constraint idempotency_keys_pkey PRIMARY KEY (scope, key)
);

CREATE INDEX idempotency_keys_expires_at ON public.idempotency_keys USING btree (expires_at) WHERE (expires_at IS NOT NULL);

create table invitations (
  id uuid not null,
  organization_id uuid not null,
  email text not null,
  role text not null,
  invited_by uuid not null,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  token_hash bytea,
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'accountant'::text, 'member'::text]))),
  constraint invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'revoked'::text, 'expired'::text]))),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES actors(id),
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invitations_pkey PRIMARY KEY (id)
);

CREATE INDEX invitations_inviter ON public.invitations USING btree (invited_by, id DESC);

CREATE INDEX invitations_organization ON public.invitations USING btree (organization_id, id DESC);

CREATE UNIQUE INDEX invitations_pending_key ON public.invitations USING btree (organization_id, email) WHERE (status = 'pending'::text);

CREATE INDEX invitations_recipient ON public.invitations USING btree (email, id DESC);

CREATE UNIQUE INDEX invitations_token_key ON public.invitations USING btree (token_hash) WHERE (token_hash IS NOT NULL);

create table invoice_files (
  invoice_id uuid not null,
  pdf bytea not null,
  constraint invoice_files_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_files_pkey PRIMARY KEY (invoice_id)
);

CREATE TRIGGER invoice_files_are_kept BEFORE DELETE OR UPDATE ON public.invoice_files FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table invoices (
  id uuid not null,
  organization_id uuid not null,
  number text not null,
  match_key text not null,
  amount_minor bigint not null,
  paid_minor bigint not null default 0,
  currency text not null,
  data jsonb not null,
  due_at timestamp with time zone not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  canceled_at timestamp with time zone,
  constraint invoices_amount_minor_check CHECK ((amount_minor > 0)),
  constraint invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoices_data_check CHECK ((jsonb_typeof(data) = 'object'::text)),
  constraint invoices_paid_minor_check CHECK ((paid_minor >= 0)),
  constraint invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_match_key_key UNIQUE (match_key),
  constraint invoices_number_key UNIQUE (number)
);

CREATE INDEX invoices_organization ON public.invoices USING btree (organization_id, id DESC);

CREATE INDEX invoices_unpaid ON public.invoices USING btree (organization_id) WHERE ((canceled_at IS NULL) AND (paid_minor < amount_minor));

CREATE TRIGGER invoices_are_frozen BEFORE UPDATE OF id, organization_id, number, match_key, amount_minor, currency, data, due_at, created_by, created_at ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table ledger_accounts (
  id uuid not null,
  kind text not null,
  organization_id uuid,
  currency text not null,
  balance_minor bigint not null default 0,
  card_minor bigint not null default 0,
  credit_limit_minor bigint not null default 0,
  recent_charges_minor bigint not null default 0,
  is_low boolean not null default false,
  top_up_below_minor bigint,
  is_below_top_up boolean generated always as ((balance_minor < top_up_below_minor)) stored,
  low_threshold_minor bigint,
  bank_minor bigint not null default 0,
  staff_minor bigint not null default 0,
  bonus_minor bigint not null default 0,
  repaid_card_minor bigint not null default 0,
  repaid_bank_minor bigint not null default 0,
  repaid_staff_minor bigint not null default 0,
  repaid_bonus_minor bigint not null default 0,
  promised_minor bigint not null default 0,
  overdue_minor bigint not null default 0,
  resume_from_minor bigint,
  is_resumable boolean generated always as (((balance_minor + credit_limit_minor) >= resume_from_minor)) stored,
  is_in_debt boolean generated always as ((balance_minor < 0)) stored,
  constraint ledger_accounts_credit_limit_check CHECK (((credit_limit_minor >= 0) AND ((credit_limit_minor = 0) OR (kind = 'organization'::text)))),
  constraint ledger_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'held'::text, 'clearing'::text, 'revenue'::text, 'bonuses'::text, 'corrections'::text, 'bank'::text, 'unidentified'::text]))),
  constraint ledger_accounts_low_threshold_minor_check CHECK ((low_threshold_minor > 0)),
  constraint ledger_accounts_no_overdraft CHECK (((organization_id IS NULL) OR (balance_minor >= ((- credit_limit_minor) - overdue_minor)))),
  constraint ledger_accounts_overdue_minor_check CHECK ((overdue_minor >= 0)),
  constraint ledger_accounts_owner_check CHECK (((kind = ANY (ARRAY['organization'::text, 'held'::text])) = (organization_id IS NOT NULL))),
  constraint ledger_accounts_pots_check CHECK (((LEAST(card_minor, bank_minor, staff_minor, bonus_minor) >= 0) AND (LEAST(repaid_card_minor, repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor) >= 0) AND ((((card_minor + bank_minor) + staff_minor) + bonus_minor) =
CASE kind
    WHEN 'organization'::text THEN GREATEST(balance_minor, (0)::bigint)
    ELSE (0)::bigint
END))),
  constraint ledger_accounts_promised CHECK ((promised_minor <= credit_limit_minor)),
  constraint ledger_accounts_promised_minor_check CHECK ((promised_minor >= 0)),
  constraint ledger_accounts_recent_charges_minor_check CHECK ((recent_charges_minor >= 0)),
  constraint ledger_accounts_system_is_derived CHECK (((organization_id IS NOT NULL) OR ((balance_minor = 0) AND (card_minor = 0)))),
  constraint ledger_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint ledger_accounts_pkey PRIMARY KEY (id)
);

CREATE INDEX ledger_accounts_below_top_up ON public.ledger_accounts USING btree (organization_id) WHERE is_below_top_up;

CREATE INDEX ledger_accounts_in_debt ON public.ledger_accounts USING btree (currency, organization_id) WHERE is_in_debt;

CREATE UNIQUE INDEX ledger_accounts_organization_key ON public.ledger_accounts USING btree (organization_id, kind, currency) WHERE (organization_id IS NOT NULL);

CREATE INDEX ledger_accounts_resumable ON public.ledger_accounts USING btree (organization_id) WHERE is_resumable;

CREATE UNIQUE INDEX ledger_accounts_system_key ON public.ledger_accounts USING btree (kind, currency) WHERE (organization_id IS NULL);

CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_accounts_stay();

create table ledger_checkpoint (
  id boolean not null default true,
  through_day date not null,
  checked_at timestamp with time zone,
  entries_through_day date not null default '-infinity'::date,
  services_through_day date not null default '-infinity'::date,
  constraint ledger_checkpoint_id_check CHECK (id),
  constraint ledger_checkpoint_pkey PRIMARY KEY (id)
);

create table ledger_checkpoint_sums (
  account_id uuid not null,
  balance_minor bigint not null,
  card_minor bigint not null default 0,
  bank_minor bigint not null default 0,
  staff_minor bigint not null default 0,
  bonus_minor bigint not null default 0,
  repaid_card_minor bigint not null default 0,
  repaid_bank_minor bigint not null default 0,
  repaid_staff_minor bigint not null default 0,
  repaid_bonus_minor bigint not null default 0,
  constraint ledger_checkpoint_sums_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_checkpoint_sums_pkey PRIMARY KEY (account_id)
);

create table ledger_daily_totals (
  account_id uuid not null,
  day date not null,
  credited_minor bigint not null default 0,
  debited_minor bigint not null default 0,
  charged_minor bigint not null default 0,
  constraint ledger_daily_totals_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_daily_totals_pkey PRIMARY KEY (account_id, day)
);

CREATE INDEX ledger_daily_totals_day ON public.ledger_daily_totals USING btree (day);

create table ledger_entries (
  transfer_id uuid not null,
  organization_id uuid not null,
  account_id uuid not null,
  seq bigint not null,
  currency text not null,
  kind text not null,
  amount_minor bigint not null,
  balance_after_minor bigint not null,
  source_id uuid,
  created_at timestamp with time zone not null,
  card_minor bigint,
  bank_minor bigint,
  staff_minor bigint,
  bonus_minor bigint,
  repaid_card_minor bigint,
  repaid_bank_minor bigint,
  repaid_staff_minor bigint,
  repaid_bonus_minor bigint,
  constraint ledger_entries_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint ledger_entries_pots_check CHECK ((
CASE
    WHEN (amount_minor < 0) THEN (GREATEST(card_minor, bank_minor, staff_minor, bonus_minor, (0)::bigint) = 0)
    ELSE (LEAST(card_minor, bank_minor, staff_minor, bonus_minor, (0)::bigint) = 0)
END AND (abs((((COALESCE(card_minor, (0)::bigint) + COALESCE(bank_minor, (0)::bigint)) + COALESCE(staff_minor, (0)::bigint)) + COALESCE(bonus_minor, (0)::bigint))) <= abs(amount_minor)))),
  constraint ledger_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint ledger_entries_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id),
  constraint ledger_entries_pkey PRIMARY KEY (transfer_id, organization_id)
);

CREATE INDEX ledger_entries_in ON public.ledger_entries USING btree (organization_id, created_at DESC, seq DESC) WHERE (amount_minor > 0);

CREATE INDEX ledger_entries_kind ON public.ledger_entries USING btree (organization_id, kind, created_at DESC, seq DESC);

CREATE INDEX ledger_entries_out ON public.ledger_entries USING btree (organization_id, created_at DESC, seq DESC) WHERE (amount_minor < 0);

CREATE INDEX ledger_entries_time ON public.ledger_entries USING btree (organization_id, created_at DESC, seq DESC) INCLUDE (kind, currency, amount_minor);

CREATE TRIGGER ledger_entries_only_append BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_only_append();

create table ledger_entry_totals (
  organization_id uuid not null,
  day date not null,
  currency text not null,
  kind text not null,
  in_count integer not null,
  out_count integer not null,
  in_minor bigint not null,
  out_minor bigint not null,
  constraint ledger_entry_totals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint ledger_entry_totals_pkey PRIMARY KEY (organization_id, day, currency, kind)
);

create table ledger_service_totals (
  organization_id uuid not null,
  day date not null,
  currency text not null,
  service text not null,
  count integer not null,
  charged_minor bigint not null,
  refunded_minor bigint not null,
  constraint ledger_service_totals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint ledger_service_totals_pkey PRIMARY KEY (organization_id, day, currency, service)
);

create table ledger_transfers (
  id uuid not null,
  key text not null,
  kind text not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_minor bigint not null,
  source_id uuid,
  created_at timestamp with time zone not null default business_now(),
  source_kind text not null,
  undoes_id uuid,
  constraint ledger_transfers_amount_minor_check CHECK ((amount_minor > 0)),
  constraint ledger_transfers_check CHECK ((debit_account_id <> credit_account_id)),
  constraint ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['top_up'::text, 'refund'::text, 'refund_reversal'::text, 'adjustment'::text, 'bonus'::text, 'bonus_reversal'::text, 'charge'::text, 'charge_refund'::text, 'hold'::text, 'hold_capture'::text, 'hold_release'::text, 'bank_receipt'::text, 'bank_receipt_reversal'::text, 'bank_return'::text, 'bank_return_reversal'::text]))),
  constraint ledger_transfers_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_key_key UNIQUE (key)
);

CREATE INDEX ledger_transfers_charge_refunds ON public.ledger_transfers USING btree (created_at) WHERE (kind = 'charge_refund'::text);

CREATE INDEX ledger_transfers_time ON public.ledger_transfers USING btree (created_at);

CREATE INDEX ledger_transfers_undoes ON public.ledger_transfers USING btree (undoes_id) WHERE (undoes_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_transfers_undone_correction ON public.ledger_transfers USING btree (undoes_id) WHERE (kind = 'adjustment'::text);

CREATE TRIGGER ledger_transfers_check_accounts AFTER INSERT ON public.ledger_transfers REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfers_check_accounts();

CREATE TRIGGER ledger_transfers_only_append BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfers_only_append();

create table letter_tokens (
  hash bytea not null,
  user_id uuid,
  purpose text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  email text,
  registration_id uuid,
  verifier_hash bytea,
  constraint letter_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'change_email'::text]))),
  constraint letter_tokens_subject_check CHECK (
CASE purpose
    WHEN 'verify_email'::text THEN ((registration_id IS NOT NULL) AND (user_id IS NULL) AND (email IS NULL))
    WHEN 'change_email'::text THEN ((registration_id IS NULL) AND (user_id IS NOT NULL) AND (email IS NOT NULL))
    ELSE ((registration_id IS NULL) AND ((user_id IS NULL) <> (email IS NULL)))
END),
  constraint letter_tokens_verifier_check CHECK (((verifier_hash IS NULL) OR (purpose = 'change_email'::text))),
  constraint letter_tokens_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE,
  constraint letter_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint letter_tokens_pkey PRIMARY KEY (hash)
);

CREATE INDEX letter_tokens_email ON public.letter_tokens USING btree (email) WHERE (email IS NOT NULL);

CREATE INDEX letter_tokens_registration ON public.letter_tokens USING btree (registration_id) WHERE (registration_id IS NOT NULL);

CREATE INDEX letter_tokens_user ON public.letter_tokens USING btree (user_id, purpose);

create table link_invoice_payments (
  payment_id uuid not null,
  invoice_id uuid not null,
  counted_at timestamp with time zone,
  counted_minor bigint not null default 0,
  constraint link_invoice_payments_counted_minor_check CHECK ((counted_minor >= 0)),
  constraint link_invoice_payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint link_invoice_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint link_invoice_payments_pkey PRIMARY KEY (payment_id)
);

CREATE INDEX link_invoice_payments_invoice ON public.link_invoice_payments USING btree (invoice_id);

CREATE INDEX link_invoice_payments_open ON public.link_invoice_payments USING btree (payment_id) WHERE (counted_at IS NULL);

create table max_codes (
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint max_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint max_codes_pkey PRIMARY KEY (user_id),
  constraint max_codes_code_hash_key UNIQUE (code_hash)
);

create table max_links (
  user_id uuid not null,
  max_user_id bigint not null,
  name text not null,
  is_on boolean not null default true,
  linked_at timestamp with time zone not null default now(),
  constraint max_links_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint max_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint max_links_pkey PRIMARY KEY (user_id)
);

CREATE INDEX max_links_chat ON public.max_links USING btree (max_user_id);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  owned_inn text,
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'accountant'::text, 'member'::text]))),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id)
);

CREATE UNIQUE INDEX memberships_owned_inn_key ON public.memberships USING btree (user_id, owned_inn) WHERE (owned_inn IS NOT NULL);

CREATE INDEX memberships_user ON public.memberships USING btree (user_id);

CREATE TRIGGER memberships_owned_inn BEFORE INSERT OR UPDATE OF role ON public.memberships FOR EACH ROW EXECUTE FUNCTION memberships_set_owned_inn();

CREATE TRIGGER revoke_charges AFTER DELETE ON public.memberships FOR EACH ROW EXECUTE FUNCTION revoke_charges();

CREATE TRIGGER revoke_charges_of_role AFTER UPDATE OF role ON public.memberships FOR EACH ROW WHEN ((new.role <> old.role)) EXECUTE FUNCTION revoke_charges();

create table meters (
  id uuid not null,
  key text not null,
  name text not null,
  unit text not null,
  aggregation text not null,
  property text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint meters_aggregation_check CHECK ((aggregation = ANY (ARRAY['sum'::text, 'count'::text, 'max'::text, 'unique'::text]))),
  constraint meters_check CHECK (((aggregation = 'unique'::text) = (property IS NOT NULL))),
  constraint meters_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint meters_pkey PRIMARY KEY (id),
  constraint meters_key_key UNIQUE (key)
);

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table notification_cursor (
  is_only boolean not null default true,
  position bigint not null,
  constraint notification_cursor_is_only_check CHECK (is_only),
  constraint notification_cursor_pkey PRIMARY KEY (is_only)
);

create table notification_marks (
  user_id uuid not null,
  read_up_to bigint not null,
  constraint notification_marks_pkey PRIMARY KEY (user_id)
);

create table notification_mutes (
  user_id uuid not null,
  organization_id uuid not null,
  category text not null,
  muted_at timestamp with time zone not null default now(),
  constraint notification_mutes_category_check CHECK ((category = ANY (ARRAY['balance'::text, 'documents'::text, 'members'::text, 'requests'::text]))),
  constraint notification_mutes_pkey PRIMARY KEY (user_id, organization_id, category)
);

create table notifications (
  source_id uuid not null,
  kind text not null,
  user_id uuid not null,
  organization_id uuid,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default business_now(),
  letter_id uuid,
  queued_at timestamp with time zone,
  id bigint not null,
  audience text not null,
  category text not null,
  by_mail boolean not null default true,
  read_at timestamp with time zone,
  is_folded boolean not null default false,
  folded_count integer not null default 0,
  constraint notifications_audience_check CHECK ((audience = ANY (ARRAY['person'::text, 'member'::text, 'accountant'::text, 'admin'::text, 'owner'::text]))),
  constraint notifications_category_check CHECK ((category = ANY (ARRAY['money'::text, 'balance'::text, 'documents'::text, 'members'::text, 'requests'::text, 'security'::text]))),
  constraint notifications_folded_count_check CHECK ((folded_count >= 0)),
  constraint organization_letters_check CHECK (((letter_id IS NULL) = (queued_at IS NULL))),
  constraint notifications_pkey PRIMARY KEY (source_id, kind, user_id)
);

CREATE INDEX notifications_folded ON public.notifications USING btree (user_id) WHERE is_folded;

CREATE UNIQUE INDEX notifications_id ON public.notifications USING btree (id);

CREATE INDEX notifications_letter ON public.notifications USING btree (letter_id) WHERE (letter_id IS NOT NULL);

CREATE INDEX notifications_of_person ON public.notifications USING btree (user_id, COALESCE(organization_id, user_id), audience, category, id DESC) WHERE (NOT is_folded);

CREATE INDEX notifications_recent_letters ON public.notifications USING btree (user_id, organization_id, queued_at) WHERE (letter_id IS NOT NULL);

CREATE INDEX notifications_unfolded ON public.notifications USING btree (created_at) WHERE (NOT is_folded);

CREATE INDEX notifications_unread ON public.notifications USING btree (user_id, COALESCE(organization_id, user_id), audience, category, id DESC) WHERE ((read_at IS NULL) AND (NOT is_folded));

CREATE INDEX notifications_waiting ON public.notifications USING btree (user_id, organization_id, id) WHERE ((letter_id IS NULL) AND by_mail);

create table organization_notes (
  id uuid not null,
  organization_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null default business_now(),
  constraint organization_notes_text_check CHECK ((text <> ''::text)),
  constraint organization_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint organization_notes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_notes_pkey PRIMARY KEY (id)
);

CREATE INDEX organization_notes_author ON public.organization_notes USING btree (author_id);

CREATE INDEX organization_notes_organization ON public.organization_notes USING btree (organization_id, id DESC);

create table organizations (
  id uuid not null,
  kind text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  status text not null default 'active'::text,
  inn text,
  kpp text,
  ogrn text,
  address text,
  bank_bik text,
  bank_account text,
  bank_correspondent_account text,
  closed_at timestamp with time zone,
  external_id text,
  metadata jsonb not null default '{}'::jsonb,
  allows_staff_view boolean not null default true,
  edo text,
  contract_number text,
  contract_day date,
  constraint organizations_check CHECK ((((bank_bik IS NULL) = (bank_account IS NULL)) AND ((bank_bik IS NOT NULL) OR (bank_correspondent_account IS NULL)))),
  constraint organizations_check1 CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint organizations_contract_check CHECK (((contract_number IS NULL) = (contract_day IS NULL))),
  constraint organizations_edo_check CHECK ((edo ~ '^2[0-9A-Z]{2}[0-9A-Za-z-]{3,43}$'::text)),
  constraint organizations_external_id_check CHECK ((external_id <> ''::text)),
  constraint organizations_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'sole_proprietor'::text, 'company'::text]))),
  constraint organizations_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint organizations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text]))),
  constraint organizations_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX organizations_external_id ON public.organizations USING btree (external_id) WHERE ((external_id IS NOT NULL) AND (status <> 'closed'::text));

CREATE INDEX organizations_external_ids ON public.organizations USING btree (external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX organizations_inn ON public.organizations USING btree (inn) WHERE ((inn IS NOT NULL) AND (status <> 'closed'::text));

CREATE INDEX organizations_inn_prefix ON public.organizations USING btree (inn text_pattern_ops) WHERE (inn IS NOT NULL);

CREATE INDEX organizations_name ON public.organizations USING btree (lower(name), id);

CREATE INDEX organizations_open ON public.organizations USING btree (created_at) WHERE (status <> 'closed'::text);

CREATE INDEX organizations_words ON public.organizations USING gin (to_tsvector('simple'::regconfig, translate(name, '«»„“”'::text, '     '::text)));

CREATE TRIGGER organizations_close_empty AFTER UPDATE OF status ON public.organizations FOR EACH ROW WHEN (((new.status = 'closed'::text) AND (old.status <> 'closed'::text))) EXECUTE FUNCTION organizations_close_empty();

CREATE TRIGGER organizations_owned_inn AFTER UPDATE OF inn, status ON public.organizations FOR EACH ROW EXECUTE FUNCTION organizations_spread_inn();

CREATE TRIGGER revoke_charges AFTER UPDATE OF status ON public.organizations FOR EACH ROW WHEN (((new.status <> 'active'::text) AND (old.status = 'active'::text))) EXECUTE FUNCTION revoke_charges();

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);

CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id, id);

create table payment_daily_totals (
  organization_id uuid not null,
  day date not null,
  currency text not null,
  method text not null,
  status text not null,
  created_by uuid not null,
  count integer not null,
  amount_minor bigint not null,
  constraint payment_daily_totals_check CHECK (((count >= 0) AND (amount_minor >= 0))),
  constraint payment_daily_totals_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint payment_daily_totals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payment_daily_totals_pkey PRIMARY KEY (organization_id, day, currency, method, status, created_by)
);

CREATE INDEX payment_daily_totals_day ON public.payment_daily_totals USING btree (day);

create table payment_events (
  id uuid not null,
  payment_id uuid not null,
  kind text not null,
  status text,
  source text not null,
  reason text,
  created_at timestamp with time zone not null default business_now(),
  constraint payment_events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'status_changed'::text, 'refund_requested'::text, 'refund_succeeded'::text, 'refund_canceled'::text]))),
  constraint payment_events_source_check CHECK ((source = ANY (ARRAY['user'::text, 'notification'::text, 'poll'::text, 'operator'::text, 'auto_top_up'::text]))),
  constraint payment_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_events_pkey PRIMARY KEY (id)
);

CREATE INDEX payment_events_payment ON public.payment_events USING btree (payment_id, id);

create table payment_links (
  id uuid not null,
  organization_id uuid not null,
  token_hash bytea not null,
  amount_minor bigint,
  currency text not null,
  invoice_id uuid,
  purpose text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint payment_links_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_links_check CHECK (((invoice_id IS NULL) OR (amount_minor IS NOT NULL))),
  constraint payment_links_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint payment_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint payment_links_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint payment_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payment_links_pkey PRIMARY KEY (id),
  constraint payment_links_token_hash_key UNIQUE (token_hash)
);

CREATE INDEX payment_links_organization ON public.payment_links USING btree (organization_id, id DESC);

create table payment_methods (
  id uuid not null,
  organization_id uuid not null,
  provider text not null,
  provider_method_id text,
  status text not null,
  reason text,
  card_type text,
  card_last4 text,
  expiry_month smallint,
  expiry_year smallint,
  is_default boolean not null default false,
  saved_by uuid not null,
  created_at timestamp with time zone not null default now(),
  saved_at timestamp with time zone,
  cap_minor bigint,
  cap_currency text,
  constraint payment_methods_cap CHECK (((cap_minor IS NULL) = (cap_currency IS NULL))),
  constraint payment_methods_cap_currency_check CHECK ((cap_currency ~ '^[A-Z]{3}$'::text)),
  constraint payment_methods_cap_minor_check CHECK ((cap_minor > 0)),
  constraint payment_methods_card CHECK (((status <> ALL (ARRAY['active'::text, 'unusable'::text])) OR ((card_last4 IS NOT NULL) AND (expiry_month IS NOT NULL) AND (expiry_year IS NOT NULL) AND (saved_at IS NOT NULL) AND (provider_method_id IS NOT NULL)))),
  constraint payment_methods_card_last4_check CHECK ((card_last4 ~ '^[0-9]{4}$'::text)),
  constraint payment_methods_expiry_month_check CHECK (((expiry_month >= 1) AND (expiry_month <= 12))),
  constraint payment_methods_removed CHECK (((status <> 'removed'::text) OR ((provider_method_id IS NULL) AND (NOT is_default)))),
  constraint payment_methods_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'unusable'::text, 'removed'::text]))),
  constraint payment_methods_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payment_methods_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES actors(id),
  constraint payment_methods_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX payment_methods_default_key ON public.payment_methods USING btree (organization_id) WHERE is_default;

CREATE INDEX payment_methods_organization ON public.payment_methods USING btree (organization_id) WHERE (status <> 'removed'::text);

CREATE UNIQUE INDEX payment_methods_provider_key ON public.payment_methods USING btree (provider, provider_method_id) WHERE (provider_method_id IS NOT NULL);

CREATE INDEX payment_methods_saved_by ON public.payment_methods USING btree (saved_by);

CREATE TRIGGER revoke_charges AFTER UPDATE OF status ON public.payment_methods FOR EACH ROW WHEN (((new.status = 'removed'::text) AND (old.status <> 'removed'::text))) EXECUTE FUNCTION revoke_charges();

create table payment_polls (
  payment_id uuid not null,
  begun integer not null default 0,
  next_at timestamp with time zone not null,
  constraint payment_polls_begun_check CHECK ((begun >= 0)),
  constraint payment_polls_pkey PRIMARY KEY (payment_id)
);

CREATE INDEX payment_polls_next ON public.payment_polls USING btree (next_at);

create table payments (
  id uuid not null,
  organization_id uuid not null,
  created_by uuid not null,
  amount_minor bigint not null,
  currency text not null,
  method text not null,
  description text,
  payer_email text,
  status text not null default 'pending'::text,
  reason text,
  provider text not null,
  provider_payment_id text,
  confirmation_url text,
  refunded_minor bigint not null default 0,
  created_at timestamp with time zone not null default business_now(),
  paid_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  claimed_minor bigint,
  claimed_currency text,
  claimed_payment_id text,
  organization_name text,
  number bigint not null default nextval('payment_numbers'::regclass),
  card_last4 text,
  card_type text,
  saves_method boolean not null default false,
  payment_method_id uuid,
  provider_method_id text,
  is_automatic boolean not null default false,
  charge_asked_at timestamp with time zone,
  revoked_at timestamp with time zone,
  prepared_payment_id text,
  payment_link_id uuid,
  constraint payments_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payments_card_last4_check CHECK ((card_last4 ~ '^[0-9]{4}$'::text)),
  constraint payments_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor))),
  constraint payments_check1 CHECK (((status = 'succeeded'::text) = (paid_at IS NOT NULL))),
  constraint payments_check2 CHECK (((refunded_minor = 0) OR (status = 'succeeded'::text))),
  constraint payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'sbp'::text]))),
  constraint payments_provider_method CHECK (((provider_method_id IS NULL) OR ((status = 'pending'::text) AND (revoked_at IS NULL)))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'canceled'::text, 'expired'::text, 'review'::text]))),
  constraint payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint payments_payment_link_id_fkey FOREIGN KEY (payment_link_id) REFERENCES payment_links(id),
  constraint payments_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_number_key UNIQUE (number)
);

CREATE INDEX payments_amount ON public.payments USING btree (amount_minor);

CREATE INDEX payments_automatic ON public.payments USING btree (organization_id, created_at DESC) WHERE is_automatic;

CREATE UNIQUE INDEX payments_automatic_pending ON public.payments USING btree (organization_id) WHERE (is_automatic AND (status = 'pending'::text));

CREATE INDEX payments_created ON public.payments USING btree (created_at DESC, id DESC);

CREATE INDEX payments_creator ON public.payments USING btree (created_by);

CREATE INDEX payments_link ON public.payments USING btree (payment_link_id) WHERE (payment_link_id IS NOT NULL);

CREATE INDEX payments_method ON public.payments USING btree (payment_method_id) WHERE (payment_method_id IS NOT NULL);

CREATE INDEX payments_organization ON public.payments USING btree (organization_id, created_at DESC, id DESC);

CREATE INDEX payments_provider_created ON public.payments USING btree (provider, created_at DESC);

CREATE UNIQUE INDEX payments_provider_key ON public.payments USING btree (provider, provider_payment_id) WHERE (provider_payment_id IS NOT NULL);

CREATE INDEX payments_refunded ON public.payments USING btree (organization_id, created_at DESC, id DESC) INCLUDE (currency, method, status, refunded_minor) WHERE (refunded_minor > 0);

CREATE INDEX payments_status ON public.payments USING btree (status, id DESC) WHERE (status <> 'succeeded'::text);

CREATE INDEX payments_unsettled ON public.payments USING btree (id) WHERE (status = ANY (ARRAY['pending'::text, 'review'::text]));

CREATE INDEX payments_waiting ON public.payments USING btree (organization_id, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['pending'::text, 'review'::text]));

create table price_announcements (
  version_id uuid not null,
  constraint price_announcements_version_id_fkey FOREIGN KEY (version_id) REFERENCES tariff_versions(id) ON DELETE CASCADE,
  constraint price_announcements_pkey PRIMARY KEY (version_id)
);

create table promised_payment_rules (
  is_single boolean not null default true,
  is_allowed boolean not null,
  max_minor bigint not null,
  days integer not null,
  every_days integer not null,
  constraint promised_payment_rules_days_check CHECK ((days > 0)),
  constraint promised_payment_rules_every_days_check CHECK ((every_days > 0)),
  constraint promised_payment_rules_is_single_check CHECK (is_single),
  constraint promised_payment_rules_max_minor_check CHECK ((max_minor > 0)),
  constraint promised_payment_rules_pkey PRIMARY KEY (is_single)
);

create table promised_payments (
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  until date not null,
  status text not null default 'active'::text,
  taken_by uuid not null,
  taken_at timestamp with time zone not null default business_now(),
  ended_at timestamp with time zone,
  looked_on date,
  constraint promised_payments_amount_minor_check CHECK ((amount_minor > 0)),
  constraint promised_payments_check CHECK (((status = 'active'::text) = (ended_at IS NULL))),
  constraint promised_payments_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paid'::text, 'unpaid'::text]))),
  constraint promised_payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint promised_payments_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES actors(id),
  constraint promised_payments_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX promised_payments_active ON public.promised_payments USING btree (organization_id) WHERE (status = 'active'::text);

CREATE INDEX promised_payments_due ON public.promised_payments USING btree (until, id) WHERE (status = 'active'::text);

CREATE INDEX promised_payments_organization ON public.promised_payments USING btree (organization_id, id DESC);

CREATE INDEX promised_payments_unpaid ON public.promised_payments USING btree (organization_id) WHERE (status = 'unpaid'::text);

create table provider_calls (
  provider text not null,
  started_at timestamp with time zone not null,
  answered integer not null default 0,
  refused integer not null default 0,
  unanswered integer not null default 0,
  last_answer_at timestamp with time zone,
  constraint provider_calls_pkey PRIMARY KEY (provider, started_at)
);

create table provider_choices (
  method text not null,
  provider text not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint provider_choices_method_check CHECK ((method = ANY (ARRAY['card'::text, 'sbp'::text]))),
  constraint provider_choices_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES actors(id),
  constraint provider_choices_pkey PRIMARY KEY (method)
);

create table provider_notifications (
  provider text not null,
  event text not null,
  object_id text not null,
  received_at timestamp with time zone not null default now(),
  is_queued boolean not null default false,
  asked_at timestamp with time zone,
  constraint provider_notifications_pkey PRIMARY KEY (provider, event, object_id)
);

create table provider_silences (
  provider text not null,
  last_answer_at timestamp with time zone,
  noticed_at timestamp with time zone not null default now(),
  constraint provider_silences_pkey PRIMARY KEY (provider)
);

create table receipt_books (
  organization_id uuid not null,
  through_month date not null,
  constraint receipt_books_through_month_check CHECK ((EXTRACT(day FROM through_month) = (1)::numeric)),
  constraint receipt_books_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint receipt_books_pkey PRIMARY KEY (organization_id)
);

CREATE INDEX receipt_books_month ON public.receipt_books USING btree (through_month, organization_id);

create table receipt_payments (
  payment_id uuid not null,
  organization_id uuid not null,
  settled_minor bigint not null default 0,
  has_receipts boolean not null,
  constraint receipt_payments_settled_minor_check CHECK ((settled_minor >= 0)),
  constraint receipt_payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint receipt_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint receipt_payments_pkey PRIMARY KEY (payment_id)
);

CREATE INDEX receipt_payments_organization ON public.receipt_payments USING btree (organization_id);

create table receipts (
  id uuid not null,
  organization_id uuid not null,
  payment_id uuid not null,
  refund_id uuid,
  kind text not null,
  month date,
  provider text not null,
  amount_minor bigint not null,
  settled_minor bigint not null default 0,
  vat_code smallint,
  lines jsonb not null,
  status text not null,
  reason text,
  is_separate boolean not null,
  attempts integer not null default 0,
  retries integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  first_due_at timestamp with time zone not null default now(),
  asked_at timestamp with time zone,
  provider_receipt_id text,
  fiscal_document text,
  fiscal_storage text,
  fiscal_sign text,
  url text,
  registered_at timestamp with time zone,
  created_at timestamp with time zone not null default business_now(),
  constraint receipts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint receipts_check CHECK (((settled_minor >= 0) AND (settled_minor <= amount_minor))),
  constraint receipts_check1 CHECK (((month IS NOT NULL) = (kind = ANY (ARRAY['settlement'::text, 'settlement_return'::text])))),
  constraint receipts_check2 CHECK (((refund_id IS NOT NULL) = (kind = 'refund'::text))),
  constraint receipts_check3 CHECK (((status <> 'waiting'::text) OR (kind = 'refund'::text))),
  constraint receipts_check4 CHECK (((settled_minor = 0) OR (kind = 'refund'::text))),
  constraint receipts_kind_check CHECK ((kind = ANY (ARRAY['advance'::text, 'settlement'::text, 'settlement_return'::text, 'refund'::text]))),
  constraint receipts_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint receipts_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'pending'::text, 'registered'::text, 'failed'::text, 'canceled'::text]))),
  constraint receipts_vat_code_check CHECK (((vat_code >= 1) AND (vat_code <= 12))),
  constraint receipts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint receipts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint receipts_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX receipts_advance ON public.receipts USING btree (payment_id) WHERE (kind = 'advance'::text);

CREATE INDEX receipts_due ON public.receipts USING btree (next_attempt_at) WHERE (status = 'pending'::text);

CREATE INDEX receipts_failed ON public.receipts USING btree (id) WHERE (status = 'failed'::text);

CREATE UNIQUE INDEX receipts_month ON public.receipts USING btree (payment_id, month, kind) WHERE (month IS NOT NULL);

CREATE INDEX receipts_payment ON public.receipts USING btree (payment_id, id);

CREATE UNIQUE INDEX receipts_provider ON public.receipts USING btree (provider, provider_receipt_id) WHERE (provider_receipt_id IS NOT NULL);

CREATE UNIQUE INDEX receipts_refund ON public.receipts USING btree (refund_id) WHERE (kind = 'refund'::text);

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash)
);

create table referral_bonuses (
  referred_id uuid not null,
  referrer_id uuid not null,
  payment_id uuid not null,
  organization_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  created_at timestamp with time zone not null default business_now(),
  due_at timestamp with time zone not null,
  credited_at timestamp with time zone,
  taken_back_minor bigint not null default 0,
  owed_minor bigint not null default 0,
  constraint referral_bonuses_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint referral_bonuses_check CHECK ((referred_id <> referrer_id)),
  constraint referral_bonuses_check1 CHECK (((taken_back_minor >= 0) AND (taken_back_minor <= amount_minor))),
  constraint referral_bonuses_check2 CHECK (((owed_minor >= 0) AND (owed_minor <= taken_back_minor))),
  constraint referral_bonuses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint referral_bonuses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint referral_bonuses_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES users(id),
  constraint referral_bonuses_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint referral_bonuses_pkey PRIMARY KEY (referred_id),
  constraint referral_bonuses_payment_id_key UNIQUE (payment_id)
);

CREATE INDEX referral_bonuses_due ON public.referral_bonuses USING btree (due_at) WHERE (credited_at IS NULL);

CREATE INDEX referral_bonuses_owed ON public.referral_bonuses USING btree (referrer_id) WHERE (owed_minor > 0);

CREATE INDEX referral_bonuses_referrer ON public.referral_bonuses USING btree (referrer_id);

create table refunds (
  id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  reason text not null,
  status text not null default 'pending'::text,
  provider_refund_id text,
  requested_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  settled_at timestamp with time zone,
  asked_at timestamp with time zone,
  stuck_reason text,
  is_by_staff boolean not null default false,
  is_return boolean not null default false,
  provider text not null default 'yookassa'::text,
  key_expires_at timestamp with time zone,
  constraint refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'canceled'::text]))),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES actors(id),
  constraint refunds_pkey PRIMARY KEY (id)
);

CREATE INDEX refunds_created ON public.refunds USING btree (created_at DESC, id DESC);

CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id, id);

CREATE INDEX refunds_provider ON public.refunds USING btree (provider, provider_refund_id) WHERE (provider_refund_id IS NOT NULL);

CREATE UNIQUE INDEX refunds_return ON public.refunds USING btree (payment_id) WHERE is_return;

CREATE INDEX refunds_unsettled ON public.refunds USING btree (id) WHERE (status = 'pending'::text);

create table registrations (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  referrer_id uuid,
  documents jsonb not null,
  address inet,
  verifier_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  external_identity jsonb,
  constraint registrations_email_check CHECK ((email = lower(email))),
  constraint registrations_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint registrations_pkey PRIMARY KEY (id)
);

CREATE INDEX registrations_email ON public.registrations USING btree (email, id DESC);

CREATE INDEX registrations_expires_at ON public.registrations USING btree (expires_at);

CREATE INDEX registrations_referrer ON public.registrations USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);

create table revenue_charges (
  organization_id uuid not null,
  currency text not null,
  day date not null,
  tariff_id uuid not null,
  kind text not null,
  charged_minor bigint not null,
  refunded_minor bigint not null,
  count integer not null,
  constraint revenue_charges_kind_check CHECK ((kind = ANY (ARRAY['fixed'::text, 'usage'::text, 'setup'::text, 'other'::text]))),
  constraint revenue_charges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint revenue_charges_pkey PRIMARY KEY (organization_id, currency, day, tariff_id, kind)
);

CREATE INDEX revenue_charges_day ON public.revenue_charges USING btree (day);

create table revenue_cohorts (
  scope_id uuid not null,
  currency text not null,
  cohort date not null,
  month date not null,
  charged integer not null,
  customers integer not null,
  amount_minor bigint not null,
  constraint revenue_cohorts_pkey PRIMARY KEY (scope_id, currency, month, cohort)
);

create table revenue_customer_moves (
  scope_id uuid not null,
  currency text not null,
  day date not null,
  organization_id uuid not null,
  kind text not null,
  before_minor bigint not null,
  after_minor bigint not null,
  constraint revenue_customer_moves_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'returned'::text, 'lost'::text]))),
  constraint revenue_customer_moves_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint revenue_customer_moves_pkey PRIMARY KEY (scope_id, currency, organization_id, day)
);

CREATE INDEX revenue_customer_moves_day ON public.revenue_customer_moves USING btree (scope_id, currency, day DESC, organization_id DESC);

CREATE INDEX revenue_customer_moves_from ON public.revenue_customer_moves USING btree (day);

create table revenue_customers (
  scope_id uuid not null,
  currency text not null,
  organization_id uuid not null,
  month date not null,
  cohort date not null,
  fixed_minor bigint not null,
  usage_minor bigint not null,
  setup_minor bigint not null,
  other_minor bigint not null,
  amount_minor bigint generated always as ((((fixed_minor + usage_minor) + setup_minor) + other_minor)) stored,
  constraint revenue_customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint revenue_customers_pkey PRIMARY KEY (scope_id, currency, organization_id, month)
);

CREATE INDEX revenue_customers_from ON public.revenue_customers USING btree (month);

CREATE INDEX revenue_customers_month ON public.revenue_customers USING btree (scope_id, currency, month, amount_minor DESC, organization_id DESC);

create table revenue_days (
  scope_id uuid not null,
  currency text not null,
  figure text not null,
  day date not null,
  amount_minor bigint not null,
  count integer not null,
  constraint revenue_days_pkey PRIMARY KEY (scope_id, currency, figure, day)
);

CREATE INDEX revenue_days_day ON public.revenue_days USING btree (day);

create table revenue_progress (
  is_only boolean not null default true,
  through_day date not null default '-infinity'::date,
  counted_at timestamp with time zone,
  upcoming_at timestamp with time zone,
  constraint revenue_progress_is_only_check CHECK (is_only),
  constraint revenue_progress_pkey PRIMARY KEY (is_only)
);

create table revenue_upcoming (
  scope_id uuid not null,
  currency text not null,
  day date not null,
  amount_minor bigint not null,
  count integer not null,
  constraint revenue_upcoming_pkey PRIMARY KEY (scope_id, currency, day)
);

create table saved_views (
  id uuid not null,
  organization_id uuid,
  user_id uuid,
  list text not null,
  name text not null,
  filters jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint saved_views_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  constraint saved_views_list_check CHECK ((list <> ''::text)),
  constraint saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint saved_views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint saved_views_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX saved_views_name_key ON public.saved_views USING btree (organization_id, list, user_id, lower(name)) NULLS NOT DISTINCT;

CREATE INDEX saved_views_user ON public.saved_views USING btree (user_id) WHERE (user_id IS NOT NULL);

create table server_secrets (
  name text not null,
  value text not null,
  constraint server_secrets_pkey PRIMARY KEY (name)
);

create table services (
  id uuid not null,
  name text not null,
  document_name text not null,
  unit text not null,
  group_name text,
  description text,
  is_visible boolean not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  constraint services_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint services_pkey PRIMARY KEY (id)
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  organization_id uuid,
  refresh_hash bytea not null,
  refresh_nonce bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamp with time zone not null default now(),
  device text,
  address inet,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  generation integer not null default 0,
  confirmed_at timestamp with time zone default now(),
  identity_confirmed_at timestamp with time zone,
  second_factor_at timestamp with time zone,
  view_organization_id uuid,
  view_until timestamp with time zone,
  constraint sessions_view_check CHECK (((view_organization_id IS NULL) = (view_until IS NULL))),
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_view_organization_id_fkey FOREIGN KEY (view_organization_id) REFERENCES organizations(id),
  constraint sessions_pkey PRIMARY KEY (id)
);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id, last_used_at DESC);

CREATE INDEX sessions_view ON public.sessions USING btree (view_organization_id) WHERE (view_organization_id IS NOT NULL);

create table spending_budgets (
  id uuid not null,
  organization_id uuid not null,
  currency text not null,
  service text not null,
  limit_minor bigint,
  constraint spending_budgets_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint spending_budgets_limit_minor_check CHECK ((limit_minor > 0)),
  constraint spending_budgets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint spending_budgets_pkey PRIMARY KEY (id),
  constraint spending_budgets_organization_id_currency_service_key UNIQUE (organization_id, currency, service)
);

create table spending_warnings (
  budget_id uuid not null,
  month date not null,
  percent integer not null,
  created_at timestamp with time zone not null default business_now(),
  constraint spending_warnings_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint spending_warnings_percent_check CHECK ((percent = ANY (ARRAY[80, 100]))),
  constraint spending_warnings_budget_id_fkey FOREIGN KEY (budget_id) REFERENCES spending_budgets(id),
  constraint spending_warnings_pkey PRIMARY KEY (budget_id, month, percent)
);

create table spent_passkey_challenges (
  hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_passkey_challenges_pkey PRIMARY KEY (hash)
);

CREATE INDEX spent_passkey_challenges_expiry ON public.spent_passkey_challenges USING btree (expires_at);

create table subscription_announcements (
  subscription_id uuid not null,
  version_id uuid not null,
  announced_on date not null,
  constraint subscription_announcements_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_announcements_version_id_fkey FOREIGN KEY (version_id) REFERENCES tariff_versions(id),
  constraint subscription_announcements_pkey PRIMARY KEY (subscription_id, version_id)
);

CREATE INDEX subscription_announcements_version ON public.subscription_announcements USING btree (version_id);

create table subscription_intents (
  payment_id uuid not null,
  organization_id uuid not null,
  tariff_id uuid not null,
  version_id uuid not null,
  quantity integer not null,
  requested_by uuid not null,
  status text not null default 'waiting'::text,
  subscription_id uuid,
  reason text,
  created_at timestamp with time zone not null default business_now(),
  total_minor bigint,
  constraint subscription_intents_check CHECK (((status = 'connected'::text) = (subscription_id IS NOT NULL))),
  constraint subscription_intents_quantity_check CHECK ((quantity > 0)),
  constraint subscription_intents_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'connected'::text, 'refused'::text, 'dropped'::text]))),
  constraint subscription_intents_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint subscription_intents_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint subscription_intents_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES actors(id),
  constraint subscription_intents_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_intents_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  constraint subscription_intents_version_id_fkey FOREIGN KEY (version_id) REFERENCES tariff_versions(id),
  constraint subscription_intents_pkey PRIMARY KEY (payment_id)
);

CREATE INDEX subscription_intents_waiting ON public.subscription_intents USING btree (payment_id) WHERE (status = 'waiting'::text);

create table subscription_lines (
  id uuid not null,
  subscription_id uuid not null,
  version_id uuid not null,
  kind text not null,
  from_day date not null,
  to_day date not null,
  quantity integer not null,
  period_minor bigint not null,
  period_days integer not null,
  amount_minor bigint not null,
  description text not null,
  charge_id uuid,
  discount_id uuid,
  change_id uuid,
  created_at timestamp with time zone not null default business_now(),
  meter_id uuid,
  used_quantity numeric(30,6),
  part_from date,
  part_number integer,
  constraint subscription_lines_check CHECK ((to_day >= from_day)),
  constraint subscription_lines_check2 CHECK (((amount_minor = 0) OR (charge_id IS NOT NULL))),
  constraint subscription_lines_kind_check CHECK ((kind = ANY (ARRAY['period'::text, 'setup'::text, 'change'::text, 'resume'::text, 'grace'::text, 'credit'::text, 'usage'::text, 'usage_credit'::text]))),
  constraint subscription_lines_part CHECK (((meter_id IS NULL) = (part_from IS NULL))),
  constraint subscription_lines_part_number CHECK (((meter_id IS NULL) = (part_number IS NULL))),
  constraint subscription_lines_period_days_check CHECK ((period_days > 0)),
  constraint subscription_lines_sign CHECK (((amount_minor < 0) = ((kind = ANY (ARRAY['credit'::text, 'usage_credit'::text])) AND (amount_minor <> 0)))),
  constraint subscription_lines_usage CHECK (((kind = ANY (ARRAY['usage'::text, 'usage_credit'::text])) = (meter_id IS NOT NULL))),
  constraint subscription_lines_used CHECK (((meter_id IS NULL) = (used_quantity IS NULL))),
  constraint subscription_lines_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id) ON DELETE SET NULL,
  constraint subscription_lines_meter_id_fkey FOREIGN KEY (meter_id) REFERENCES meters(id),
  constraint subscription_lines_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_lines_version_id_fkey FOREIGN KEY (version_id) REFERENCES tariff_versions(id),
  constraint subscription_lines_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX subscription_lines_change ON public.subscription_lines USING btree (change_id, kind, from_day) WHERE (change_id IS NOT NULL);

CREATE INDEX subscription_lines_charge ON public.subscription_lines USING btree (charge_id) WHERE (charge_id IS NOT NULL);

CREATE INDEX subscription_lines_discount ON public.subscription_lines USING btree (discount_id, subscription_id) WHERE (discount_id IS NOT NULL);

CREATE UNIQUE INDEX subscription_lines_part_once ON public.subscription_lines USING btree (subscription_id, meter_id, part_from, part_number) WHERE (meter_id IS NOT NULL);

CREATE UNIQUE INDEX subscription_lines_period ON public.subscription_lines USING btree (subscription_id, from_day) WHERE (kind = 'period'::text);

CREATE UNIQUE INDEX subscription_lines_setup ON public.subscription_lines USING btree (subscription_id) WHERE (kind = 'setup'::text);

CREATE INDEX subscription_lines_subscription ON public.subscription_lines USING btree (subscription_id, id DESC);

create table subscription_moves (
  id uuid not null,
  subscription_id uuid not null,
  organization_id uuid not null,
  service_id uuid not null,
  tariff_id uuid not null,
  before_tariff_id uuid not null,
  currency text not null,
  day date not null,
  before_minor bigint not null,
  after_minor bigint not null,
  is_first boolean not null,
  created_at timestamp with time zone not null default business_now(),
  constraint subscription_moves_after_minor_check CHECK ((after_minor >= 0)),
  constraint subscription_moves_before_minor_check CHECK ((before_minor >= 0)),
  constraint subscription_moves_check CHECK (((before_minor <> after_minor) OR (before_tariff_id <> tariff_id))),
  constraint subscription_moves_check1 CHECK (((NOT is_first) OR (before_minor = 0))),
  constraint subscription_moves_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint subscription_moves_before_tariff_id_fkey FOREIGN KEY (before_tariff_id) REFERENCES tariffs(id),
  constraint subscription_moves_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint subscription_moves_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint subscription_moves_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_moves_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  constraint subscription_moves_pkey PRIMARY KEY (id)
);

CREATE INDEX subscription_moves_day ON public.subscription_moves USING btree (currency, day DESC, id DESC);

CREATE UNIQUE INDEX subscription_moves_first ON public.subscription_moves USING btree (subscription_id) WHERE is_first;

CREATE INDEX subscription_moves_organization ON public.subscription_moves USING btree (organization_id, currency, day);

CREATE INDEX subscription_moves_subscription ON public.subscription_moves USING btree (subscription_id, id DESC);

CREATE TRIGGER subscription_moves_only_append BEFORE DELETE OR UPDATE ON public.subscription_moves FOR EACH STATEMENT EXECUTE FUNCTION subscription_moves_only_append();

create table subscription_terms (
  subscription_id uuid not null,
  from_day date not null,
  version_id uuid not null,
  anchor date not null,
  constraint subscription_terms_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_terms_version_id_fkey FOREIGN KEY (version_id) REFERENCES tariff_versions(id),
  constraint subscription_terms_pkey PRIMARY KEY (subscription_id, from_day)
);

CREATE INDEX subscription_terms_version ON public.subscription_terms USING btree (version_id);

create table subscription_usage (
  subscription_id uuid not null,
  organization_id uuid not null,
  next_at timestamp with time zone,
  looked_to date not null,
  owed_minor bigint not null default 0,
  owed_since date,
  constraint subscription_usage_check CHECK (((owed_minor = 0) = (owed_since IS NULL))),
  constraint subscription_usage_owed_minor_check CHECK ((owed_minor >= 0)),
  constraint subscription_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint subscription_usage_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_usage_pkey PRIMARY KEY (subscription_id)
);

CREATE INDEX subscription_usage_due ON public.subscription_usage USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX subscription_usage_owed ON public.subscription_usage USING btree (organization_id) WHERE (owed_minor > 0);

CREATE INDEX subscription_usage_running ON public.subscription_usage USING btree (organization_id) WHERE (next_at IS NOT NULL);

create table subscriptions (
  id uuid not null,
  organization_id uuid not null,
  tariff_id uuid not null,
  version_id uuid not null,
  quantity integer not null,
  status text not null,
  anchor date not null,
  started_on date not null,
  trial_to date,
  charged_to date not null,
  covering_line_id uuid,
  suspended_on date,
  ended_on date,
  owes_grace boolean not null default false,
  pending_change_id uuid,
  pending_version_id uuid,
  pending_quantity integer,
  warned_for date,
  next_step_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  terms_from date,
  constraint subscriptions_check CHECK (((status = 'ended'::text) = (ended_on IS NOT NULL))),
  constraint subscriptions_check1 CHECK (((status <> 'suspended'::text) OR (suspended_on IS NOT NULL))),
  constraint subscriptions_check2 CHECK (((status <> 'ended'::text) OR (next_step_at IS NULL))),
  constraint subscriptions_check3 CHECK (((status = 'ended'::text) OR (NOT owes_grace))),
  constraint subscriptions_check4 CHECK (((pending_change_id IS NULL) = (pending_version_id IS NULL))),
  constraint subscriptions_check5 CHECK (((pending_change_id IS NULL) = (pending_quantity IS NULL))),
  constraint subscriptions_pending_quantity_check CHECK ((pending_quantity > 0)),
  constraint subscriptions_quantity_check CHECK ((quantity > 0)),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['trial'::text, 'active'::text, 'past_due'::text, 'suspended'::text, 'paused'::text, 'stopping'::text, 'ended'::text]))),
  constraint subscriptions_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint subscriptions_pending_version_id_fkey FOREIGN KEY (pending_version_id) REFERENCES tariff_versions(id),
  constraint subscriptions_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id),
  constraint subscriptions_version_id_fkey FOREIGN KEY (version_id) REFERENCES tariff_versions(id),
  constraint subscriptions_pkey PRIMARY KEY (id)
);

CREATE INDEX subscriptions_chargeable ON public.subscriptions USING btree (charged_to, id) WHERE (status = ANY (ARRAY['trial'::text, 'active'::text, 'past_due'::text]));

CREATE INDEX subscriptions_due ON public.subscriptions USING btree (next_step_at, id) WHERE (next_step_at IS NOT NULL);

CREATE INDEX subscriptions_organization ON public.subscriptions USING btree (organization_id, id DESC);

CREATE INDEX subscriptions_owing ON public.subscriptions USING btree (organization_id) WHERE owes_grace;

CREATE INDEX subscriptions_running ON public.subscriptions USING btree (version_id) WHERE (status <> 'ended'::text);

CREATE INDEX subscriptions_tariff ON public.subscriptions USING btree (tariff_id, id DESC);

CREATE INDEX subscriptions_waiting ON public.subscriptions USING btree (organization_id, charged_to, id) WHERE (status = ANY (ARRAY['past_due'::text, 'suspended'::text]));

create table support_answers (
  id uuid not null,
  title text not null,
  text text not null,
  changed_by uuid not null,
  changed_at timestamp(3) with time zone not null default business_now(),
  constraint support_answers_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000))),
  constraint support_answers_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100))),
  constraint support_answers_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint support_answers_pkey PRIMARY KEY (id)
);

create table support_files (
  id uuid not null,
  message_id uuid,
  uploaded_by uuid not null,
  name text not null,
  type text not null,
  size_bytes integer not null,
  content bytea,
  created_at timestamp(3) with time zone not null default business_now(),
  constraint support_files_check CHECK ((octet_length(content) = size_bytes)),
  constraint support_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint support_files_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760))),
  constraint support_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES support_messages(id),
  constraint support_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint support_files_pkey PRIMARY KEY (id)
);

CREATE INDEX support_files_of_message ON public.support_files USING btree (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX support_files_of_person ON public.support_files USING btree (uploaded_by, id);

CREATE INDEX support_files_unsent ON public.support_files USING btree (id) WHERE (message_id IS NULL);

create table support_inbox (
  is_only boolean not null default true,
  uid_validity bigint not null default 0,
  last_uid bigint not null default 0,
  failures integer not null default 0,
  read_at timestamp(3) with time zone,
  fault text,
  failing_since timestamp(3) with time zone,
  constraint support_inbox_check CHECK (((fault IS NULL) = (failing_since IS NULL))),
  constraint support_inbox_fault_check CHECK ((fault = ANY (ARRAY['connection'::text, 'login'::text, 'folder'::text]))),
  constraint support_inbox_is_only_check CHECK (is_only),
  constraint support_inbox_pkey PRIMARY KEY (is_only)
);

create table support_letters (
  hash bytea not null,
  message_id uuid not null,
  constraint support_letters_message_id_fkey FOREIGN KEY (message_id) REFERENCES support_messages(id),
  constraint support_letters_pkey PRIMARY KEY (hash)
);

CREATE INDEX support_letters_of_message ON public.support_letters USING btree (message_id);

create table support_messages (
  id uuid not null,
  request_id uuid not null,
  author_id uuid not null,
  side text not null,
  text text,
  created_at timestamp(3) with time zone not null default business_now(),
  by_mail boolean not null default false,
  constraint support_messages_side_check CHECK ((side = ANY (ARRAY['customer'::text, 'staff'::text, 'note'::text]))),
  constraint support_messages_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000))),
  constraint support_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint support_messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES support_requests(id),
  constraint support_messages_pkey PRIMARY KEY (id)
);

CREATE INDEX support_messages_of_author ON public.support_messages USING btree (author_id, id);

CREATE INDEX support_messages_of_request ON public.support_messages USING btree (request_id, id);

CREATE INDEX support_messages_words ON public.support_messages USING gin (to_tsvector('simple'::regconfig, COALESCE(text, ''::text)));

create table support_requests (
  id uuid not null,
  number bigint not null,
  organization_id uuid not null,
  author_id uuid not null,
  topic text not null,
  is_about_money boolean not null,
  about_kind text,
  about_id uuid,
  about_label text,
  title text,
  state text not null default 'new'::text,
  assignee_id uuid,
  message_count integer not null default 0,
  waiting_since timestamp(3) with time zone default business_now(),
  changed_at timestamp(3) with time zone not null default business_now(),
  created_at timestamp(3) with time zone not null default business_now(),
  constraint support_requests_about_kind_check CHECK ((about_kind = ANY (ARRAY['payment'::text, 'invoice'::text, 'document'::text, 'subscription'::text]))),
  constraint support_requests_check CHECK ((((about_kind IS NULL) = (about_id IS NULL)) AND ((about_kind IS NULL) = (about_label IS NULL)))),
  constraint support_requests_check1 CHECK (((waiting_since IS NOT NULL) = (state = ANY (ARRAY['new'::text, 'ours'::text])))),
  constraint support_requests_message_count_check CHECK (((message_count >= 0) AND (message_count <= 1000))),
  constraint support_requests_state_check CHECK ((state = ANY (ARRAY['new'::text, 'ours'::text, 'theirs'::text, 'closed'::text]))),
  constraint support_requests_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  constraint support_requests_topic_check CHECK ((topic = ANY (ARRAY['money'::text, 'documents'::text, 'services'::text, 'access'::text, 'other'::text]))),
  constraint support_requests_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint support_requests_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint support_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint support_requests_pkey PRIMARY KEY (id),
  constraint support_requests_number_key UNIQUE (number)
);

CREATE INDEX support_requests_by_assignee ON public.support_requests USING btree (assignee_id, changed_at, id) WHERE (assignee_id IS NOT NULL);

CREATE INDEX support_requests_by_change ON public.support_requests USING btree (changed_at, id);

CREATE INDEX support_requests_by_state ON public.support_requests USING btree (state, changed_at, id);

CREATE INDEX support_requests_of_author ON public.support_requests USING btree (author_id, organization_id, changed_at, id);

CREATE INDEX support_requests_of_organization ON public.support_requests USING btree (organization_id, changed_at, id);

CREATE INDEX support_requests_open_of_author ON public.support_requests USING btree (author_id) WHERE (state <> 'closed'::text);

CREATE INDEX support_requests_waiting ON public.support_requests USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);

CREATE INDEX support_requests_waiting_by_assignee ON public.support_requests USING btree (assignee_id, waiting_since, id) WHERE (waiting_since IS NOT NULL);

create table support_settings (
  is_only boolean not null default true,
  close_after_days integer,
  constraint support_settings_close_after_days_check CHECK (((close_after_days >= 1) AND (close_after_days <= 365))),
  constraint support_settings_is_only_check CHECK (is_only),
  constraint support_settings_pkey PRIMARY KEY (is_only)
);

create table tariff_versions (
  id uuid not null,
  tariff_id uuid not null,
  number integer not null,
  price_minor bigint not null,
  currency text not null,
  period_unit text not null,
  period_count integer not null,
  anchor text not null,
  setup_fee_minor bigint not null,
  trial_days integer not null,
  max_quantity integer not null,
  grace_days integer not null,
  may_pause boolean not null,
  refund_on_stop boolean not null,
  meters jsonb not null default '[]'::jsonb,
  valid_from date not null,
  running_from date,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  usage_charged text not null default 'period'::text,
  constraint tariff_versions_anchor_check CHECK ((anchor = ANY (ARRAY['calendar'::text, 'connection'::text]))),
  constraint tariff_versions_check CHECK ((running_from >= valid_from)),
  constraint tariff_versions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint tariff_versions_grace_days_check CHECK ((grace_days >= 0)),
  constraint tariff_versions_max_quantity_check CHECK ((max_quantity > 0)),
  constraint tariff_versions_number_check CHECK ((number > 0)),
  constraint tariff_versions_period_count_check CHECK ((period_count > 0)),
  constraint tariff_versions_period_unit_check CHECK ((period_unit = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'quarter'::text, 'year'::text]))),
  constraint tariff_versions_price_minor_check CHECK ((price_minor >= 0)),
  constraint tariff_versions_setup_fee_minor_check CHECK ((setup_fee_minor >= 0)),
  constraint tariff_versions_trial_days_check CHECK ((trial_days >= 0)),
  constraint tariff_versions_usage_charged_check CHECK ((usage_charged = ANY (ARRAY['period'::text, 'day'::text]))),
  constraint tariff_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint tariff_versions_tariff_id_fkey FOREIGN KEY (tariff_id) REFERENCES tariffs(id) ON DELETE CASCADE,
  constraint tariff_versions_pkey PRIMARY KEY (id),
  constraint tariff_versions_tariff_id_number_key UNIQUE (tariff_id, number)
);

CREATE TRIGGER tariff_versions_are_kept BEFORE UPDATE ON public.tariff_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_tariff_version();

create table tariffs (
  id uuid not null,
  service_id uuid not null,
  name text not null,
  is_visible boolean not null,
  is_closed boolean not null default false,
  created_by uuid not null,
  created_at timestamp with time zone not null default business_now(),
  constraint tariffs_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint tariffs_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id),
  constraint tariffs_pkey PRIMARY KEY (id)
);

CREATE INDEX tariffs_service ON public.tariffs USING btree (service_id);

create table throttle_counters (
  bucket text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint throttle_counters_pkey PRIMARY KEY (bucket)
);

CREATE INDEX throttle_counters_resets_at ON public.throttle_counters USING btree (resets_at);

create table usage_bills (
  subscription_id uuid not null,
  meter_id uuid not null,
  part_from date not null,
  number integer not null,
  quantity numeric(30,6) not null,
  amount_minor bigint not null,
  constraint usage_bills_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint usage_bills_number_check CHECK ((number > 0)),
  constraint usage_bills_meter_id_fkey FOREIGN KEY (meter_id) REFERENCES meters(id),
  constraint usage_bills_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint usage_bills_pkey PRIMARY KEY (subscription_id, meter_id, part_from)
);

create table usage_events (
  id text,
  occurred_at timestamp with time zone not null,
  organization_id uuid not null,
  subscription_id uuid not null,
  meter_id uuid not null,
  quantity numeric(18,6) not null,
  value text,
  properties jsonb,
  digest bigint not null,
  received_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  key uuid not null,
  constraint usage_events_pkey PRIMARY KEY (key, occurred_at)
) partition by RANGE (occurred_at);

create table usage_hours (
  organization_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  hour timestamp with time zone not null,
  quantity numeric(30,6) not null,
  constraint usage_hours_meter_id_fkey FOREIGN KEY (meter_id) REFERENCES meters(id),
  constraint usage_hours_pkey PRIMARY KEY (organization_id, meter_id, subscription_id, hour)
);

create table usage_settings (
  is_single boolean not null default true,
  keep_months integer not null,
  constraint usage_settings_is_single_check CHECK (is_single),
  constraint usage_settings_keep_months_check CHECK ((keep_months >= 3)),
  constraint usage_settings_pkey PRIMARY KEY (is_single)
);

create table usage_values (
  organization_id uuid not null,
  meter_id uuid not null,
  subscription_id uuid not null,
  hour timestamp with time zone not null,
  value text not null,
  events integer not null,
  constraint usage_values_events_check CHECK ((events >= 0)),
  constraint usage_values_meter_id_fkey FOREIGN KEY (meter_id) REFERENCES meters(id),
  constraint usage_values_pkey PRIMARY KEY (organization_id, meter_id, subscription_id, hour, value)
);

create table users (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  email_verified_at timestamp with time zone,
  status text not null default 'active'::text,
  operator_role text,
  referral_code text not null,
  referrer_id uuid,
  created_at timestamp with time zone not null default now(),
  phone text,
  timezone text not null default 'Europe/Moscow'::text,
  totp_secret text,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint not null default 0,
  deleted_at timestamp with time zone,
  passkey_handle bytea,
  constraint users_check CHECK ((referrer_id <> id)),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_operator_role_check CHECK ((operator_role = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text, 'deleted'::text]))),
  constraint users_verified_check CHECK (((status = 'deleted'::text) OR (email_verified_at IS NOT NULL))),
  constraint users_actor_fkey FOREIGN KEY (id) REFERENCES actors(id) DEFERRABLE INITIALLY DEFERRED,
  constraint users_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_passkey_handle_key UNIQUE (passkey_handle),
  constraint users_referral_code_key UNIQUE (referral_code)
);

CREATE INDEX users_email_prefix ON public.users USING btree (email text_pattern_ops);

CREATE INDEX users_name ON public.users USING btree (lower(name), id);

CREATE INDEX users_operators ON public.users USING btree (id) WHERE (operator_role IS NOT NULL);

CREATE INDEX users_present ON public.users USING btree (created_at) WHERE (status <> 'deleted'::text);

CREATE INDEX users_referrer ON public.users USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);

CREATE INDEX users_words ON public.users USING gin (to_tsvector('simple'::regconfig, translate(name, '«»„“”'::text, '     '::text)));

CREATE TRIGGER revoke_charges AFTER UPDATE OF status ON public.users FOR EACH ROW WHEN (((new.status <> 'active'::text) AND (old.status = 'active'::text))) EXECUTE FUNCTION revoke_charges();

CREATE TRIGGER users_are_actors AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION users_are_actors();

create table webhook_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error text,
  request_headers json not null,
  answer text,
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, number)
);

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  seq bigint not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  body json,
  status text not null default 'pending'::text,
  has_retries boolean not null default true,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  lease uuid,
  created_at timestamp with time zone not null default now(),
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((lease IS NULL) OR (status = 'pending'::text))),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_endpoint_id_event_id_key UNIQUE (endpoint_id, event_id)
);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at, seq) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (endpoint_id, seq);

CREATE INDEX webhook_deliveries_running ON public.webhook_deliveries USING btree (endpoint_id) WHERE (lease IS NOT NULL);

CREATE UNIQUE INDEX webhook_deliveries_seq_key ON public.webhook_deliveries USING btree (seq);

create table webhook_endpoints (
  id uuid not null,
  url text not null,
  description text,
  types text[] not null,
  is_enabled boolean not null default true,
  disabled_reason text,
  disabled_at timestamp with time zone,
  secret text not null,
  position bigint not null,
  paused_until timestamp with time zone,
  failing_since timestamp with time zone,
  last_failure_at timestamp with time zone,
  warned_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint webhook_endpoints_check CHECK (((is_enabled = (disabled_reason IS NULL)) AND (is_enabled = (disabled_at IS NULL)))),
  constraint webhook_endpoints_check2 CHECK (((failing_since IS NULL) = (last_failure_at IS NULL))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text, 'requested'::text, 'key_stopped'::text]))),
  constraint webhook_endpoints_types_check CHECK ((cardinality(types) > 0)),
  constraint webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint webhook_endpoints_pkey PRIMARY KEY (id)
);

create table webhook_previous_secrets (
  endpoint_id uuid not null,
  secret text not null,
  expires_at timestamp with time zone not null,
  constraint webhook_previous_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_previous_secrets_pkey PRIMARY KEY (endpoint_id, secret)
);

create table write_probe (
  id boolean not null default true,
  written_at timestamp with time zone not null,
  constraint write_probe_id_check CHECK (id),
  constraint write_probe_pkey PRIMARY KEY (id)
);

create table write_probe_space (
  filler text not null
);
