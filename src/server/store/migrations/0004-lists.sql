-- The orders in which the long lists are usually read, so that a page costs the same wherever it is.

create index project_by_name on project (lower(name), id);
create index requirement_by_name on requirement (lower(name), id);
create index credit_by_age on credit (ordinal, id);
