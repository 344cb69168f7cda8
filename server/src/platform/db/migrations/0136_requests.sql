-- What customers ask the support. `waiting_since` is the moment of the first message that nobody has answered, so that the
-- queue is read by its index alone, however many requests there are.
create table support_requests (
  id uuid primary key,
  number bigint generated always as identity unique,
  organization_id uuid not null references organizations,
  author_id uuid not null references users,
  topic text not null check (topic in ('money', 'documents', 'services', 'access', 'other')),
  is_about_money boolean not null,
  about_kind text check (about_kind in ('payment', 'invoice', 'document', 'subscription')),
  about_id uuid,
  about_label text,
  title text check (length(title) between 1 and 120),
  state text not null default 'new' check (state in ('new', 'ours', 'theirs', 'closed')),
  assignee_id uuid references users,
  message_count integer not null default 0 check (message_count between 0 and 1000),
  waiting_since timestamptz(3) default business_now(),
  changed_at timestamptz(3) not null default business_now(),
  created_at timestamptz(3) not null default business_now(),
  check ((about_kind is null) = (about_id is null) and (about_kind is null) = (about_label is null)),
  check ((waiting_since is not null) = (state in ('new', 'ours')))
);
create index support_requests_waiting on support_requests (waiting_since, id) where waiting_since is not null;
create index support_requests_waiting_by_assignee on support_requests (assignee_id, waiting_since, id)
  where waiting_since is not null;
create index support_requests_by_state on support_requests (state, changed_at, id);
create index support_requests_by_change on support_requests (changed_at, id);
create index support_requests_by_assignee on support_requests (assignee_id, changed_at, id) where assignee_id is not null;
create index support_requests_of_organization on support_requests (organization_id, changed_at, id);
create index support_requests_of_author on support_requests (author_id, organization_id, changed_at, id);
create index support_requests_open_of_author on support_requests (author_id) where state <> 'closed';

create table support_messages (
  id uuid primary key,
  request_id uuid not null references support_requests,
  author_id uuid not null references users,
  side text not null check (side in ('customer', 'staff', 'note')),
  text text check (length(text) between 1 and 10000),
  created_at timestamptz(3) not null default business_now()
);
create index support_messages_of_request on support_messages (request_id, id);
create index support_messages_of_author on support_messages (author_id, id);
create index support_messages_words on support_messages using gin (to_tsvector('simple', coalesce(text, '')));

-- Without a message while it is being written. The content is null where FILES_DIR keeps it.
create table support_files (
  id uuid primary key,
  message_id uuid references support_messages,
  uploaded_by uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  type text not null,
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  content bytea check (octet_length(content) = size_bytes),
  created_at timestamptz(3) not null default business_now()
);
-- Pictures and office documents are compressed already.
alter table support_files alter column content set storage external;
create index support_files_of_message on support_files (message_id) where message_id is not null;
create index support_files_of_person on support_files (uploaded_by, id);
create index support_files_unsent on support_files (id) where message_id is null;

create table support_answers (
  id uuid primary key,
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 10000),
  changed_by uuid not null references users,
  changed_at timestamptz(3) not null default business_now()
);

create table support_settings (
  is_only boolean primary key default true check (is_only),
  close_after_days integer check (close_after_days between 1 and 365)
);
insert into support_settings (close_after_days) values (7);
