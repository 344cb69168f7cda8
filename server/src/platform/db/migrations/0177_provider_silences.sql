-- Of which staff were notified; until the provider answers again.
create table provider_silences (
  provider text primary key,
  last_answer_at timestamptz,
  noticed_at timestamptz not null default now()
);
