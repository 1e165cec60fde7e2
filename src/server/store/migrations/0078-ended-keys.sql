-- Keys that sign have an end (decision 0135). What an ended key signed counts only where the log held it before.
alter table certificate_key
  add column ended_at timestamptz,
  -- How many entries the log had by then; of a stolen key under the last honest checkpoint.
  add column ended_size bigint check (ended_size >= 0),
  add column is_stolen boolean not null default false,
  add constraint certificate_key_ends_whole
    check ((ended_at is null) = (ended_size is null) and (ended_at is not null or not is_stolen));

-- A key ended when the next one of the same use took its place.
with next as (
  select id, lead(since) over (partition by signs order by since, id) as at from certificate_key)
update certificate_key set ended_at = next.at, ended_size = coalesce((
    select max(index) + 1 from log_leaf join activity_chain using (seq) join activity on activity.id = entry_id
    where activity.at <= next.at), 0)
  from next where next.id = certificate_key.id and next.at is not null;
