-- What is counted and summed up of the market, kept with every change of it (decision 0069). A change adds rows that say by
-- how much the counts differ; nobody waits for a row of somebody else. Every second they are folded into one row for each
-- count. Whoever reads adds up all rows, folded or not, and so knows exactly what its own snapshot holds.

create table kept_count (
  kind text not null,
  round_id text not null,
  status text not null,
  -- The type of a project, requirement or credit; of a participation its capacity.
  type text,
  -- The credit types of a project or requirement.
  credit_types text[],
  is_reserved boolean,
  is_sold boolean,
  -- Of what credits hold: for how long.
  start_day date,
  end_day date,
  number bigint not null,
  -- How many of them have an offer or a bid.
  priced bigint not null,
  units bigint not null,
  folded boolean not null default false
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 2000);
create unique index kept_count_once on kept_count (kind, round_id, status, type, credit_types, is_reserved, is_sold,
  start_day, end_day) nulls not distinct where folded;
create index kept_count_of_round on kept_count (kind, round_id);
create index kept_count_to_fold on kept_count (folded) where not folded;

-- Which state of a table a snapshot shows: every statement that changes the table adds a number drawn by chance, and all of
-- them together (exclusive or) are the stamp of that state.
create table change_mark (
  name text not null,
  mark bigint not null,
  folded boolean not null default false
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create unique index change_mark_once on change_mark (name) where folded;

create function any_number() returns bigint volatile language sql as $$
  select (random() * 9007199254740991)::bigint * 1021 + (random() * 1020)::bigint
$$;

create function leave_mark() returns trigger language plpgsql as $$
begin
  insert into change_mark (name, mark) values (tg_table_name, any_number());
  return null;
end
$$;

-- Every change of this table is marked from now on.
create function marked(source text) returns void language plpgsql as $$
begin
  execute format('create trigger changes_are_marked after insert or update or delete or truncate on %I
    for each statement execute function leave_mark()', source);
end
$$;

select marked(name) from unnest('{market,round,round_declaration,declaration_answer,organisation,organisation_tie,user,
  participation,agent_authority,project,service,compliance_check,performance_check,verification,project_group,requirement,
  requirement_group,credit,project_type,standard,standard_version,nca,lpa,subcatchment,declaration}'::text[]) as name;

-- Keeps counts of a table: `selection` says by what ROWS are counted, in the order of the columns of kept_count.
create function counted(kind text, source text, selection text) returns void language plpgsql as $make$
declare
  of_kind constant text := format('select %L, %s', kind, selection);
begin
  execute format('create view %I as select kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day,
      end_day, sum(number) as number, sum(priced) as priced, sum(units) as units
    from (%s) as found (kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day, number, priced,
      units) group by 1, 2, 3, 4, 5, 6, 7, 8, 9',
    kind || '_recount', replace(of_kind, 'ROWS', format('%I', source)));
  execute format($f$
    create function %I() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into kept_count select change.c1, c2, c3, c4, c5, c6, c7, c8, c9, sum(number), sum(priced), sum(units)
          from (%s) as change (c1, c2, c3, c4, c5, c6, c7, c8, c9, number, priced, units)
          group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
      elsif tg_op = 'DELETE' then
        insert into kept_count select change.c1, c2, c3, c4, c5, c6, c7, c8, c9, -sum(number), -sum(priced), -sum(units)
          from (%s) as change (c1, c2, c3, c4, c5, c6, c7, c8, c9, number, priced, units)
          group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
      else
        insert into kept_count select c1, c2, c3, c4, c5, c6, c7, c8, c9,
            sum(sign * number), sum(sign * priced), sum(sign * units)
          from (select 1, it.* from (%s) as it union all select -1, it.* from (%s) as it)
            as change (sign, c1, c2, c3, c4, c5, c6, c7, c8, c9, number, priced, units)
          group by c1, c2, c3, c4, c5, c6, c7, c8, c9
          having sum(sign * number) <> 0 or sum(sign * priced) <> 0 or sum(sign * units) <> 0;
      end if;
      return null;
    end
    $body$ $f$, kind || '_is_counted', replace(of_kind, 'ROWS', 'new_rows'), replace(of_kind, 'ROWS', 'old_rows'),
    replace(of_kind, 'ROWS', 'new_rows'), replace(of_kind, 'ROWS', 'old_rows'));
  execute format('create trigger %I after insert on %I referencing new table as new_rows
    for each statement execute function %I()', kind || '_counted_in', source, kind || '_is_counted');
  execute format('create trigger %I after delete on %I referencing old table as old_rows
    for each statement execute function %I()', kind || '_counted_out', source, kind || '_is_counted');
  execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function %I()', kind || '_counted_on', source, kind || '_is_counted');
end
$make$;

select counted('project', 'project', $$ round_id, status, type_id, credit_types, null::boolean, null::boolean, null::date,
  null::date, 1, (offer is not null)::int, 0 from ROWS $$);
select counted('requirement', 'requirement', $$ round_id, status, type, case when credit_type is not null
  then array[credit_type::text] end, null::boolean, null::boolean, null::date, null::date, 1, (bid is not null)::int, 0
  from ROWS $$);
select counted('participation', 'participation', $$ round_id, status, capacity, null::text[], null::boolean, null::boolean,
  null::date, null::date, 1, 0, 0 from ROWS $$);
select counted('agent_authority', 'agent_authority', $$ round_id, status, null::text, null::text[], null::boolean,
  null::boolean, null::date, null::date, 1, 0, 0 from ROWS $$);
select counted('credit', 'credit', $$ round_id, status, type::text, null::text[], is_reserved, requirement_id is not null,
  null::date, null::date, 1, 0, 0 from ROWS $$);
select counted('credit_period', 'credit', $$ round_id, status, type::text, null::text[], is_reserved,
  requirement_id is not null, (period ->> 'start')::date, (period ->> 'end')::date, 1, 0, (period ->> 'units')::bigint
  from ROWS, jsonb_array_elements(units_per_period) as period where status <> 'Draft' $$);

-- The counts by the names of the columns that they are by, so that a condition on rows of the table can be put to them.
-- Of the requirement of a credit they tell whether there is one.
create view project_count as
  select round_id, status, type as type_id, credit_types, number, priced from kept_count where kind = 'project';
create view requirement_count as
  select round_id, status, type, credit_types[1] as credit_type, number, priced from kept_count where kind = 'requirement';
create view participation_count as
  select round_id, status, type as capacity, number from kept_count where kind = 'participation';
create view agent_authority_count as
  select round_id, status, number from kept_count where kind = 'agent_authority';
create view credit_count as
  select round_id, status, type, is_reserved, case when is_sold then '' end as requirement_id, number
  from kept_count where kind = 'credit';
create view credit_period_count as
  select round_id, status, type, is_reserved, case when is_sold then '' end as requirement_id, start_day, end_day, number,
    units
  from kept_count where kind = 'credit_period';

-- What of the counts is not what is there, and by how much.
create view count_fault as
  select kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day, sum(number)::bigint as number,
    sum(priced)::bigint as priced, sum(units)::bigint as units
  from (
    select * from project_recount union all select * from requirement_recount
    union all select * from participation_recount union all select * from agent_authority_recount
    union all select * from credit_recount union all select * from credit_period_recount
    union all select kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day, -number, -priced,
      -units from kept_count) as told
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  having sum(number) <> 0 or sum(priced) <> 0 or sum(units) <> 0;

-- Makes one row of all that tell of the same; what they come to stays as it is. Done by one server at a time.
create function fold_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold counts')) then return; end if;
  with taken as (delete from change_mark where not folded returning *)
  insert into change_mark select name, bit_xor(mark), true from taken group by name
    on conflict (name) where folded do update set mark = change_mark.mark # excluded.mark;
  with taken as (delete from kept_count where not folded returning *)
  insert into kept_count select kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day,
      sum(number), sum(priced), sum(units), true
    from taken group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by kind, round_id
    on conflict (kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day) where folded
    do update set number = kept_count.number + excluded.number, priced = kept_count.priced + excluded.priced,
      units = kept_count.units + excluded.units;
end
$$;

-- Adds what is missing of the counts, also while others act: rows and counts are compared as one snapshot shows them.
create function rebuild_counts() returns bigint language plpgsql as $$
declare
  mended bigint;
begin
  perform pg_advisory_xact_lock(hashtext('rebuild counts'));
  insert into kept_count select * from count_fault order by kind, round_id;
  get diagnostics mended = row_count;
  insert into change_mark select distinct name, any_number() from change_mark;
  perform fold_counts();
  return mended;
end
$$;

select rebuild_counts();
