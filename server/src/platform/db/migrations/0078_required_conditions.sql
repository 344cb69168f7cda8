-- Fails the statement, and so the packet of its transaction, unless the condition holds: the product knows the code.
create function required(condition boolean) returns integer language plpgsql as $$
begin
  if condition is not true then
    raise exception 'a condition that the statement requires does not hold' using errcode = 'KZ001';
  end if;
  return 1;
end $$;
