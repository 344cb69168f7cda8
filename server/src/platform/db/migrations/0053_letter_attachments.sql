-- Files of letters that the development mailbox keeps.
create table development_letter_files (
  letter_id uuid not null references development_letters on delete cascade,
  place int not null,
  name text not null,
  content_type text not null,
  content bytea not null,
  primary key (letter_id, place)
);
