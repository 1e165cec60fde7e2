-- What happens to a project once it is matched: each look at it is a row of its own, and stays.

create table compliance_check (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null references project,
  date date not null,
  name text not null,
  organisation text not null,
  notes text,
  report_id text not null references filed_document,
  is_compliant boolean not null,
  fail_reason text,
  next_action text check (next_action in ('Rectify', 'IrrevocableFailure')),
  next_action_date date,
  constraint failed_check_says_what_is_next
    check (is_compliant or num_nulls(fail_reason, next_action, next_action_date) = 0)
);
create index on compliance_check (project_id, date desc, ordinal desc);

create table performance_check (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null references project,
  date date not null,
  name text not null,
  organisation text not null,
  notes text,
  report_id text not null references filed_document
);
create index on performance_check (project_id, date desc, ordinal desc);

create table verification (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null references project,
  date date not null,
  name text not null,
  organisation text not null,
  notes text,
  report_id text not null references filed_document,
  is_pass boolean not null,
  fail_reason text,
  constraint failed_verification_says_why check (is_pass or fail_reason is not null)
);
create index on verification (project_id, date desc, ordinal desc);

alter table requirement add column certificate_date date;
