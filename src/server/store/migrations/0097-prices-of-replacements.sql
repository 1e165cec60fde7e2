-- What an unsold unit that replaces a failed one costs; units of the reserve cost nothing (decision 0192).

alter table unit_replacement
  add column price_per_unit bigint check (price_per_unit >= 0);
select committed('unit_replacement');
