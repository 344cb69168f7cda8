-- The deletion of an account looks for its addresses.
create index accountant_addresses_email on accountant_addresses (email);
