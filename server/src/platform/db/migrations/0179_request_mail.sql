-- How far the mailbox of answers is read. Whoever takes a letter moves the position in the same transaction, so two
-- processes that have fetched one letter take it once.
create table support_inbox (
  is_only boolean primary key default true check (is_only),
  -- Another number means that the folder was created again, and that its letters are counted anew.
  uid_validity bigint not null default 0,
  last_uid bigint not null default 0,
  -- Of the letter after the position: how often taking it has failed.
  failures integer not null default 0,
  read_at timestamptz(3),
  -- Why the mailbox cannot be read, and since when.
  fault text check (fault in ('connection', 'login', 'folder')),
  failing_since timestamptz(3),
  check ((fault is null) = (failing_since is null))
);
insert into support_inbox default values;

-- Letters that became messages: in a folder that was created again they are known by the hash of who wrote what.
create table support_letters (
  hash bytea primary key,
  message_id uuid not null references support_messages
);
create index support_letters_of_message on support_letters (message_id);

alter table support_messages add column by_mail boolean not null default false;
