-- The other orders in which the long lists are read, page by page: values in their order, rows alike by id.

create index credit_by_status on credit (status, id);
create index credit_by_type on credit (type, id);
create index credit_by_units on credit (units, id);
create index credit_by_project on credit (project_id, id);
create index credit_by_requirement on credit (requirement_id, id);
create index project_by_status on project (status, id);
create index project_by_start on project (coalesce(start, '-infinity'::date), id);
create index requirement_by_status on requirement (status, id);
create index requirement_by_type on requirement (type, id);
create index requirement_by_credit_type on requirement
  (coalesce(case when type = 'Investor' then 'Biodiversity' else credit_type end, ''), id);
create index requirement_by_redemption on requirement (coalesce(redemption_date, '-infinity'::date), id);
create index organisation_by_name on organisation (lower(name), id);

-- These begin with the same columns.
drop index credit_status_idx;
drop index credit_project_id_idx;
drop index credit_requirement_id_idx;
drop index project_status_idx;
drop index requirement_status_idx;
