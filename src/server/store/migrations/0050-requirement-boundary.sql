-- The line around the site of a development, kept as that of a project is (decision 0103): each is of one of them.
alter table site_boundary
  alter column project_id drop not null,
  add column requirement_id text unique references requirement,
  add constraint boundary_of_one_thing check (num_nonnulls(project_id, requirement_id) = 1);
