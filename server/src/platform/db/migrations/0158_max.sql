-- Chats of the messenger MAX in which people get their notifications. One chat may belong to several accounts.
create table max_links (
  user_id uuid primary key references users (id),
  max_user_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  is_on boolean not null default true,
  linked_at timestamptz not null default now()
);
create index max_links_chat on max_links (max_user_id);

-- Codes that a person gives to the bot, by their hashes; each person has one at a time.
create table max_codes (
  user_id uuid primary key references users (id),
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
