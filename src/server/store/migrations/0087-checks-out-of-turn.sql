-- An inspection out of turn is none of the checks of the schedule, and leaves the next one due (decision 0146).
alter table compliance_check add column out_of_turn boolean not null default false,
  add constraint check_out_of_turn_is_none_of_the_schedule check (not out_of_turn or for_year is null);
alter table performance_check add column out_of_turn boolean not null default false,
  add constraint check_out_of_turn_is_none_of_the_schedule check (not out_of_turn or for_year is null);

create or replace function check_answers() returns trigger language plpgsql as $$
begin
  if not new.out_of_turn then
    new.for_year := coalesce(new.for_year, (select min(year) from scheduled_check as planned
      where planned.project_id = new.project_id and planned.kind = tg_argv[0] and planned.check_id is null
        and planned.due - 90 <= new.date));
  end if;
  return new;
end
$$;

-- The usual years of checks when delivery was verified: a project keeps them unless its type names others. null for what was
-- verified before this was noted, when the first year was among them.
alter table verification add column usual_check_years text[]
  check (usual_check_years <@ '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30}');

create or replace view scheduled_check as
  select project.id || '-' || kind || '-' || year as id, project.id as project_id, kind, year,
    (begun.day + make_interval(years => year))::date as due, done.id as check_id, done.date as done_on, done.is_compliant
  from project
  cross join lateral (select date as day, usual_check_years from verification
    where verification.project_id = project.id and verification.is_pass order by date, ordinal limit 1) as begun
  left join project_type on project_type.id = project.type_id
  cross join lateral (select case when project.is_fixed_term and not 'Permanent' = any(project.mitigation_durations)
    then (select max(array_position('{OneYear,TwoYears,ThreeYears,FourYears,FiveYears}'::text[], duration))
      from unnest(project.mitigation_durations) as duration) else 30 end as years) as term
  cross join lateral (select one::int as year
    from unnest(coalesce(project_type.check_years, begun.usual_check_years, '{1,2,5,10,15,20,25,30}'::text[])) as one) as planned
  cross join (values ('compliance'), ('performance')) as kinds (kind)
  left join lateral (
    select id, date, is_compliant from compliance_check
      where kind = 'compliance' and compliance_check.project_id = project.id and for_year = year
    union all select id, date, null from performance_check
      where kind = 'performance' and performance_check.project_id = project.id and for_year = year
    order by date limit 1) as done on true
  where year <= term.years;

-- The rows say more than the log has committed to.
select committed('compliance_check');
select committed('performance_check');
select committed('verification');
