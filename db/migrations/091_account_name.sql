-- Nobody reads `name`, beside `first_name` and `last_name`: it is no longer filled, and the next release drops it.
alter table account alter column name set default '';
