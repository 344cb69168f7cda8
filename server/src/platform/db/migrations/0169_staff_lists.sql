-- Staff's lists of all payments and of all refunds, and the order of organizations and people by name.
create index payments_created on payments (created_at desc, id desc);
create index payments_amount on payments (amount_minor);
create index refunds_created on refunds (created_at desc, id desc);
create index organizations_name on organizations (lower(name), id);
create index users_name on users (lower(name), id);
