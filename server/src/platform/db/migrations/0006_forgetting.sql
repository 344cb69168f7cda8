-- A consent is kept as evidence after its person deleted their account; the address it came from is not.
alter table consents alter address drop not null;
