-- Articles that staff write. One whose slug is that of an article which comes with the product replaces it.
create table help_articles (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  title text not null check (length(title) between 1 and 120),
  markdown text not null check (length(markdown) between 1 and 20000),
  is_published boolean not null,
  place integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Readers type «е» for «ё».
  search tsvector not null generated always as (
    setweight(to_tsvector('russian', translate(lower(title), 'ё', 'е')), 'A')
    || setweight(to_tsvector('russian', translate(lower(markdown), 'ё', 'е')), 'B')) stored
);

create index help_articles_by_search on help_articles using gin (search) where is_published;

-- Slugs of articles of the product that customers do not see.
create table hidden_help (
  slug text primary key,
  hidden_at timestamptz not null default now()
);
