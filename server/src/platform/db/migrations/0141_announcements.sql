-- What staff announce to customers: a strip above every page, from and until the named moments.
create table announcements (
  id uuid primary key,
  text text not null check (length(text) between 1 and 300),
  -- A page of the cabinet that says more.
  link text check (link ~ '^/[^/\\]' and length(link) <= 200),
  audience text not null check (audience in ('everybody', 'owners', 'tariff')),
  tariff_id uuid references tariffs,
  from_at timestamptz not null,
  until_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((audience = 'tariff') = (tariff_id is not null)),
  check (until_at >= from_at)
);

-- The profile, which every page asks for, reads those that have not ended: a few rows at most.
create index announcements_by_end on announcements (until_at);

create table announcement_dismissals (
  announcement_id uuid not null references announcements on delete cascade,
  user_id uuid not null references users,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, announcement_id)
);

create index announcement_dismissals_by_announcement on announcement_dismissals (announcement_id);
