-- How long things usually stay in a status is asked of the newest entries by which they left it.
create index on activity (subject_kind, from_status, at) where from_status is distinct from to_status;

-- In which years after delivery was verified a project of this type is to be checked and reported on (decision 0095); null for
-- the usual ones.
alter table project_type add column check_years text[]
  check (check_years <@ '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30}');

-- Which of the checks of the schedule it was; null for one beside it.
alter table compliance_check add column for_year integer check (for_year between 1 and 30);
alter table performance_check add column for_year integer check (for_year between 1 and 30);
create index on compliance_check (next_action_date) where next_action_date is not null;
create index on compliance_check (project_id) where not is_compliant;

-- What an authority or the market operator asks an owner to show, and what it was shown.
create table evidence_request (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null references project,
  what text not null,
  due date not null,
  asked_by text not null references "user",
  asked_at timestamptz not null,
  supplied_by text references "user",
  supplied_at timestamptz,
  note text,
  document_id text references filed_document,
  constraint evidence_supplied_is_whole check (num_nulls(supplied_by, supplied_at, document_id) in (0, 3))
);
create index on evidence_request (project_id);
create index on evidence_request (due) where supplied_at is null;
select marked('evidence_request');
alter table filed_document drop constraint filed_document_tag_check;
alter table filed_document add constraint filed_document_tag_check
  check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
    'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
    'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
    'ComplianceReport', 'PerformanceReport', 'AuthorityToAct', 'suppliers', 'buyers', 'investors', 'winners',
    'dataset', 'Logo', 'Evidence'));

-- Every check that a project is due, from the first day on which its delivery was verified, within its term; and what was
-- recorded as it. It is worked out, never written: the rule of the schedule stands here.
create view scheduled_check as
  select project.id || '-' || kind || '-' || year as id, project.id as project_id, kind, year,
    (begun.day + make_interval(years => year))::date as due, done.id as check_id, done.date as done_on, done.is_compliant
  from project
  cross join lateral (select min(date) as day from verification
    where verification.project_id = project.id and verification.is_pass) as begun
  left join project_type on project_type.id = project.type_id
  cross join lateral (select case when project.is_fixed_term and not 'Permanent' = any(project.mitigation_durations)
    then (select max(array_position('{OneYear,TwoYears,ThreeYears,FourYears,FiveYears}'::text[], duration))
      from unnest(project.mitigation_durations) as duration) else 30 end as years) as term
  cross join lateral (select one::int as year
    from unnest(coalesce(project_type.check_years, '{1,2,5,10,15,20,25,30}'::text[])) as one) as planned
  cross join (values ('compliance'), ('performance')) as kinds (kind)
  left join lateral (
    select id, date, is_compliant from compliance_check
      where kind = 'compliance' and compliance_check.project_id = project.id and for_year = year
    union all select id, date, null from performance_check
      where kind = 'performance' and performance_check.project_id = project.id and for_year = year
    order by date limit 1) as done on true
  where begun.day is not null and year <= term.years;

-- The next check of each kind that is not done: looked up along an index, so that nobody goes through all projects.
create table check_due (
  project_id text not null references project on delete cascade,
  kind text not null check (kind in ('compliance', 'performance')),
  due date not null,
  primary key (project_id, kind)
);
create index on check_due (kind, due);
select marked('check_due');

create function plan_checks(of_project text) returns void language sql as $$
  with planned as (select kind, min(due) as due from scheduled_check
      where project_id = of_project and check_id is null group by kind),
    gone as (delete from check_due where project_id = of_project
      and not exists (select from planned where planned.kind = check_due.kind))
  insert into check_due (project_id, kind, due) select of_project, kind, due from planned
  on conflict (project_id, kind) do update set due = excluded.due where check_due.due <> excluded.due
$$;

-- A check is the earliest of the schedule that is not done and that could be done on its day: three months before it is due at most.
create function check_answers() returns trigger language plpgsql as $$
begin
  new.for_year := coalesce(new.for_year, (select min(year) from scheduled_check as planned
    where planned.project_id = new.project_id and planned.kind = tg_argv[0] and planned.check_id is null
      and planned.due - 90 <= new.date));
  return new;
end
$$;
create trigger check_answers before insert on compliance_check for each row execute function check_answers('compliance');
create trigger check_answers before insert on performance_check for each row execute function check_answers('performance');

create function checks_are_planned() returns trigger language plpgsql as $$
begin
  perform plan_checks(new.project_id);
  return null;
end
$$;
create trigger checks_are_planned after insert or update on compliance_check
  for each row execute function checks_are_planned();
create trigger checks_are_planned after insert or update on performance_check
  for each row execute function checks_are_planned();
create trigger checks_are_planned after insert or update on verification
  for each row execute function checks_are_planned();

create function project_checks_are_planned() returns trigger language plpgsql as $$
begin
  perform plan_checks(new.id);
  return null;
end
$$;
create trigger project_checks_are_planned after update of type_id, is_fixed_term, mitigation_durations on project
  for each row when ((old.type_id, old.is_fixed_term, old.mitigation_durations)
    is distinct from (new.type_id, new.is_fixed_term, new.mitigation_durations))
  execute function project_checks_are_planned();

create function type_checks_are_planned() returns trigger language plpgsql as $$
begin
  perform plan_checks(id) from project where type_id = new.id and exists (select from verification where project_id = project.id);
  return null;
end
$$;
create trigger type_checks_are_planned after update of check_years on project_type
  for each row when (old.check_years is distinct from new.check_years) execute function type_checks_are_planned();

-- What was recorded before, in its order.
do $$
declare
  one record;
begin
  for one in select * from (
      select 'compliance' as kind, id, project_id, date, ordinal from compliance_check
      union all select 'performance', id, project_id, date, ordinal from performance_check) as recorded
    order by project_id, kind, date, ordinal
  loop
    execute format('update %I set for_year = (select min(year) from scheduled_check as planned
        where planned.project_id = $1 and planned.kind = $2 and planned.check_id is null and planned.due - 90 <= $3)
      where id = $4', one.kind || '_check') using one.project_id, one.kind, one.date, one.id;
  end loop;
  perform plan_checks(project_id) from (select distinct project_id from verification where is_pass) as verified;
end
$$;

-- Statutory references: the number in the register of biodiversity gain sites, the covenant or planning obligation that secures
-- the land, and the allocation of units to a development. They are found by a part of them.
alter table project add column gain_site_ref text, add column obligation_ref text;
alter table requirement add column allocation_ref text;
create index project_by_gain_site_ref on project using gin (lower(gain_site_ref) gin_trgm_ops)
  where gain_site_ref is not null;
create index project_by_obligation_ref on project using gin (lower(obligation_ref) gin_trgm_ops)
  where obligation_ref is not null;
create index requirement_by_allocation_ref on requirement using gin (lower(allocation_ref) gin_trgm_ops)
  where allocation_ref is not null;
