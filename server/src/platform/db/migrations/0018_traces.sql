-- What a person has left behind is found without reading everybody's: for the export, and for the deletion.
create index invitations_inviter on invitations (invited_by, id desc);
create index payments_creator on payments (created_by);

-- Answered ones are asked for as well; those that wait are few among them.
create index invitations_recipient on invitations (email, id desc);
drop index invitations_email;
