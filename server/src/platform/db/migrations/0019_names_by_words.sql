-- «Ромашка» finds ООО «Ромашка», and a surname its person.
create index users_words on users using gin (to_tsvector('simple', translate(name, '«»„“”', '     ')));
create index organizations_words on organizations using gin (to_tsvector('simple', translate(name, '«»„“”', '     ')));
drop index users_name_prefix;
drop index organizations_name_prefix;
