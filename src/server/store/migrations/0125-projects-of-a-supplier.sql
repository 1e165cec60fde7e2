-- A supplier's projects counted by round and status, and its newest ones, each along an index: home and the page of a
-- round read every project of a supplier with hundreds before. And the public register by name, which read the open rounds'
-- projects between those that it shows.

set local statement_timeout = 0;

create index project_of_supplier_by_round on project (supplier_id, round_id, status) include (offer);
create index project_of_supplier_newest on project (supplier_id, ordinal);
create index project_in_register on project (lower(name), id)
  where status in ('Matched', 'Contracted', 'Verified', 'FailedVerification', 'Monitoring');
