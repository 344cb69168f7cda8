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
        where through_day <= (now() at time zone 'Europe/Moscow')::date) then 'belongs to days that were checked'
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
  else
    update payments set revoked_at = now(), provider_method_id = null
    where status = 'pending' and revoked_at is null and payment_method_id in (
      select id from payment_methods where saved_by = old.user_id and organization_id = old.organization_id);
  end if;
  return null;
end $function$
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

create table actors (
  id uuid not null,
  kind text not null,
  name text,
  constraint actors_check CHECK (((kind = 'person'::text) = (name IS NULL))),
  constraint actors_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'api_key'::text, 'job'::text]))),
  constraint actors_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX actors_job_key ON public.actors USING btree (name) WHERE (kind = 'job'::text);

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
  next_attempt_at timestamp with time zone not null default now(),
  set_by uuid not null,
  updated_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
  posted_at timestamp with time zone,
  undone_at timestamp with time zone,
  balance_count integer not null default 0,
  balance_mismatch_count integer not null default 0,
  constraint bank_statements_balance_count_check CHECK ((balance_count >= 0)),
  constraint bank_statements_check CHECK (((status = 'preview'::text) = (posted_at IS NULL))),
  constraint bank_statements_check1 CHECK (((status = 'undone'::text) = (undone_at IS NOT NULL))),
  constraint bank_statements_check2 CHECK (((balance_mismatch_count >= 0) AND (balance_mismatch_count <= balance_count))),
  constraint bank_statements_faults_check CHECK ((jsonb_typeof(faults) = 'array'::text)),
  constraint bank_statements_status_check CHECK ((status = ANY (ARRAY['preview'::text, 'posted'::text, 'undone'::text]))),
  constraint bank_statements_pkey PRIMARY KEY (id)
);

create table business_versions (
  version integer not null,
  data jsonb not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint business_versions_data_check CHECK ((jsonb_typeof(data) = 'object'::text)),
  constraint business_versions_version_check CHECK ((version > 0)),
  constraint business_versions_pkey PRIMARY KEY (version)
);

CREATE TRIGGER business_versions_are_kept BEFORE DELETE OR UPDATE ON public.business_versions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document();

create table charge_refunds (
  id uuid not null,
  charge_id uuid not null,
  amount_minor bigint not null,
  reason text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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

create table closing_failures (
  task text not null,
  day date not null,
  organization_id uuid not null,
  attempts integer not null default 1,
  error text not null,
  failed_at timestamp with time zone not null default now(),
  retry_at timestamp with time zone not null,
  constraint closing_failures_attempts_check CHECK ((attempts > 0)),
  constraint closing_failures_task_check CHECK ((task = ANY (ARRAY['months'::text, 'advances'::text]))),
  constraint closing_failures_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint closing_failures_pkey PRIMARY KEY (task, day, organization_id)
);

CREATE INDEX closing_failures_retry ON public.closing_failures USING btree (retry_at);

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
  constraint closing_progress_task_check CHECK ((task = ANY (ARRAY['months'::text, 'advances'::text]))),
  constraint closing_progress_pkey PRIMARY KEY (task, day)
);

create table closing_runs (
  task text not null,
  day date not null,
  finished_at timestamp with time zone not null default now(),
  constraint closing_runs_task_check CHECK ((task = ANY (ARRAY['months'::text, 'advances'::text]))),
  constraint closing_runs_pkey PRIMARY KEY (task, day)
);

create table consents (
  id uuid not null,
  user_id uuid not null,
  document text not null,
  version text not null,
  address inet,
  accepted_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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
  constraint ledger_accounts_credit_limit_check CHECK (((credit_limit_minor >= 0) AND ((credit_limit_minor = 0) OR (kind = 'organization'::text)))),
  constraint ledger_accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'held'::text, 'clearing'::text, 'revenue'::text, 'bonuses'::text, 'corrections'::text, 'bank'::text, 'unidentified'::text]))),
  constraint ledger_accounts_low_threshold_minor_check CHECK ((low_threshold_minor > 0)),
  constraint ledger_accounts_no_overdraft CHECK (((organization_id IS NULL) OR (balance_minor >= (- credit_limit_minor)))),
  constraint ledger_accounts_owner_check CHECK (((kind = ANY (ARRAY['organization'::text, 'held'::text])) = (organization_id IS NOT NULL))),
  constraint ledger_accounts_pots_check CHECK (((LEAST(card_minor, bank_minor, staff_minor, bonus_minor) >= 0) AND (LEAST(repaid_card_minor, repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor) >= 0) AND ((((card_minor + bank_minor) + staff_minor) + bonus_minor) =
CASE kind
    WHEN 'organization'::text THEN GREATEST(balance_minor, (0)::bigint)
    ELSE (0)::bigint
END))),
  constraint ledger_accounts_recent_charges_minor_check CHECK ((recent_charges_minor >= 0)),
  constraint ledger_accounts_system_is_derived CHECK (((organization_id IS NOT NULL) OR ((balance_minor = 0) AND (card_minor = 0)))),
  constraint ledger_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint ledger_accounts_pkey PRIMARY KEY (id)
);

CREATE INDEX ledger_accounts_below_top_up ON public.ledger_accounts USING btree (organization_id) WHERE is_below_top_up;

CREATE UNIQUE INDEX ledger_accounts_organization_key ON public.ledger_accounts USING btree (organization_id, kind, currency) WHERE (organization_id IS NOT NULL);

CREATE UNIQUE INDEX ledger_accounts_system_key ON public.ledger_accounts USING btree (kind, currency) WHERE (organization_id IS NULL);

CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_accounts_stay();

create table ledger_checkpoint (
  id boolean not null default true,
  through_day date not null,
  checked_at timestamp with time zone,
  entries_through_day date not null default '-infinity'::date,
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

create table ledger_transfers (
  id uuid not null,
  key text not null,
  kind text not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_minor bigint not null,
  source_id uuid,
  created_at timestamp with time zone not null default now(),
  source_kind text not null,
  undoes_id uuid,
  constraint ledger_transfers_amount_minor_check CHECK ((amount_minor > 0)),
  constraint ledger_transfers_check CHECK ((debit_account_id <> credit_account_id)),
  constraint ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['top_up'::text, 'refund'::text, 'refund_reversal'::text, 'adjustment'::text, 'bonus'::text, 'bonus_reversal'::text, 'charge'::text, 'charge_refund'::text, 'hold'::text, 'hold_capture'::text, 'hold_release'::text, 'bank_receipt'::text, 'bank_receipt_reversal'::text, 'bank_return'::text, 'bank_return_reversal'::text]))),
  constraint ledger_transfers_undoes_id_fkey FOREIGN KEY (undoes_id) REFERENCES ledger_transfers(id),
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_key_key UNIQUE (key)
);

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
  constraint notification_mutes_category_check CHECK ((category = ANY (ARRAY['balance'::text, 'documents'::text, 'members'::text]))),
  constraint notification_mutes_pkey PRIMARY KEY (user_id, organization_id, category)
);

create table notifications (
  source_id uuid not null,
  kind text not null,
  user_id uuid not null,
  organization_id uuid,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
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
  constraint notifications_category_check CHECK ((category = ANY (ARRAY['money'::text, 'balance'::text, 'documents'::text, 'members'::text, 'security'::text]))),
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
  constraint organizations_check CHECK ((((bank_bik IS NULL) = (bank_account IS NULL)) AND ((bank_bik IS NOT NULL) OR (bank_correspondent_account IS NULL)))),
  constraint organizations_check1 CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint organizations_external_id_check CHECK ((external_id <> ''::text)),
  constraint organizations_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'sole_proprietor'::text, 'company'::text]))),
  constraint organizations_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint organizations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'closed'::text]))),
  constraint organizations_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX organizations_external_id ON public.organizations USING btree (external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX organizations_inn ON public.organizations USING btree (inn) WHERE ((inn IS NOT NULL) AND (status <> 'closed'::text));

CREATE INDEX organizations_inn_prefix ON public.organizations USING btree (inn text_pattern_ops) WHERE (inn IS NOT NULL);

CREATE INDEX organizations_open ON public.organizations USING btree (created_at) WHERE (status <> 'closed'::text);

CREATE INDEX organizations_words ON public.organizations USING gin (to_tsvector('simple'::regconfig, translate(name, '«»„“”'::text, '     '::text)));

CREATE TRIGGER organizations_close_empty AFTER UPDATE OF status ON public.organizations FOR EACH ROW WHEN (((new.status = 'closed'::text) AND (old.status <> 'closed'::text))) EXECUTE FUNCTION organizations_close_empty();

CREATE TRIGGER organizations_owned_inn AFTER UPDATE OF inn, status ON public.organizations FOR EACH ROW EXECUTE FUNCTION organizations_spread_inn();

CREATE TRIGGER revoke_charges AFTER UPDATE OF status ON public.organizations FOR EACH ROW WHEN (((new.status <> 'active'::text) AND (old.status = 'active'::text))) EXECUTE FUNCTION revoke_charges();

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
  created_at timestamp with time zone not null default now(),
  constraint payment_events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'status_changed'::text, 'refund_requested'::text, 'refund_succeeded'::text, 'refund_canceled'::text]))),
  constraint payment_events_source_check CHECK ((source = ANY (ARRAY['user'::text, 'notification'::text, 'poll'::text, 'operator'::text, 'auto_top_up'::text]))),
  constraint payment_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_events_pkey PRIMARY KEY (id)
);

CREATE INDEX payment_events_payment ON public.payment_events USING btree (payment_id, id);

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
  created_at timestamp with time zone not null default now(),
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
  constraint payments_payment_method_id_fkey FOREIGN KEY (payment_method_id) REFERENCES payment_methods(id),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_number_key UNIQUE (number)
);

CREATE INDEX payments_automatic ON public.payments USING btree (organization_id, created_at DESC) WHERE is_automatic;

CREATE UNIQUE INDEX payments_automatic_pending ON public.payments USING btree (organization_id) WHERE (is_automatic AND (status = 'pending'::text));

CREATE INDEX payments_creator ON public.payments USING btree (created_by);

CREATE INDEX payments_method ON public.payments USING btree (payment_method_id) WHERE (payment_method_id IS NOT NULL);

CREATE INDEX payments_organization ON public.payments USING btree (organization_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX payments_provider_key ON public.payments USING btree (provider, provider_payment_id) WHERE (provider_payment_id IS NOT NULL);

CREATE INDEX payments_refunded ON public.payments USING btree (organization_id, created_at DESC, id DESC) INCLUDE (currency, method, status, refunded_minor) WHERE (refunded_minor > 0);

CREATE INDEX payments_status ON public.payments USING btree (status, id DESC) WHERE (status <> 'succeeded'::text);

CREATE INDEX payments_unsettled ON public.payments USING btree (id) WHERE (status = ANY (ARRAY['pending'::text, 'review'::text]));

CREATE INDEX payments_waiting ON public.payments USING btree (organization_id, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['pending'::text, 'review'::text]));

create table provider_notifications (
  provider text not null,
  event text not null,
  object_id text not null,
  received_at timestamp with time zone not null default now(),
  is_queued boolean not null default false,
  asked_at timestamp with time zone,
  constraint provider_notifications_pkey PRIMARY KEY (provider, event, object_id)
);

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
  created_at timestamp with time zone not null default now(),
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
  created_at timestamp with time zone not null default now(),
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
  constraint registrations_email_check CHECK ((email = lower(email))),
  constraint registrations_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint registrations_pkey PRIMARY KEY (id)
);

CREATE INDEX registrations_email ON public.registrations USING btree (email, id DESC);

CREATE INDEX registrations_expires_at ON public.registrations USING btree (expires_at);

CREATE INDEX registrations_referrer ON public.registrations USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);

create table server_secrets (
  name text not null,
  value text not null,
  constraint server_secrets_pkey PRIMARY KEY (name)
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
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_pkey PRIMARY KEY (id)
);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id, last_used_at DESC);

create table throttle_counters (
  bucket text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint throttle_counters_pkey PRIMARY KEY (bucket)
);

CREATE INDEX throttle_counters_resets_at ON public.throttle_counters USING btree (resets_at);

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
  constraint users_check CHECK ((referrer_id <> id)),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_operator_role_check CHECK ((operator_role = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text, 'deleted'::text]))),
  constraint users_verified_check CHECK (((status = 'deleted'::text) OR (email_verified_at IS NOT NULL))),
  constraint users_actor_fkey FOREIGN KEY (id) REFERENCES actors(id) DEFERRABLE INITIALLY DEFERRED,
  constraint users_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_referral_code_key UNIQUE (referral_code)
);

CREATE INDEX users_email_prefix ON public.users USING btree (email text_pattern_ops);

CREATE INDEX users_operators ON public.users USING btree (id) WHERE (operator_role IS NOT NULL);

CREATE INDEX users_present ON public.users USING btree (created_at) WHERE (status <> 'deleted'::text);

CREATE INDEX users_referrer ON public.users USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);

CREATE INDEX users_words ON public.users USING gin (to_tsvector('simple'::regconfig, translate(name, '«»„“”'::text, '     '::text)));

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
  previous_secret text,
  previous_secret_expires_at timestamp with time zone,
  position bigint not null,
  paused_until timestamp with time zone,
  failing_since timestamp with time zone,
  last_failure_at timestamp with time zone,
  warned_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint webhook_endpoints_check CHECK (((is_enabled = (disabled_reason IS NULL)) AND (is_enabled = (disabled_at IS NULL)))),
  constraint webhook_endpoints_check1 CHECK (((previous_secret IS NULL) = (previous_secret_expires_at IS NULL))),
  constraint webhook_endpoints_check2 CHECK (((failing_since IS NULL) = (last_failure_at IS NULL))),
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text, 'requested'::text]))),
  constraint webhook_endpoints_types_check CHECK ((cardinality(types) > 0)),
  constraint webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES actors(id),
  constraint webhook_endpoints_pkey PRIMARY KEY (id)
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
