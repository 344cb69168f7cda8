-- The hash of the token in the last letter of the invitation: whoever has it reads the invited mailbox.
alter table invitations add token_hash bytea;
create unique index invitations_token_key on invitations (token_hash) where token_hash is not null;
