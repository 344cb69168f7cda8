-- Whose export asks for the rules that they set.
create index auto_top_ups_set_by on auto_top_ups (set_by);
