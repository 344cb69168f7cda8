-- The central bank's directory of БИК, as staff load it. Only today's: documents copy what they need of it.
create table banks (
  bik text primary key check (bik ~ '^\d{9}$'),
  name text not null check (length(name) between 1 and 100),
  correspondent_account text check (correspondent_account ~ '^\d{20}$')
);

create table bank_directory (
  is_only boolean primary key default true check (is_only),
  day date not null,
  banks integer not null check (banks > 0),
  loaded_by uuid not null references actors (id),
  loaded_at timestamptz not null default business_now()
);
