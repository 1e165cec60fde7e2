-- One mishap with a project or a requirement after a settlement: a failure, an error, a default, a dispute or a delay (decision 0184).

create table "case" (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  round_id text not null references round,
  type text not null check (type in ('DeliveryFailure', 'IssuedInError', 'WillNotSign', 'BuyerDefault', 'Dispute', 'LateDelivery')),
  status text not null check (status in ('Reported', 'Confirmed', 'Remedying', 'Closed', 'Dismissed')),
  project_id text references project,
  requirement_id text references requirement,
  owner_id text not null references organisation,
  lpa_id text references lpa,
  concerned_ids text[] not null,
  concerned_lpa_ids text[] not null,
  since date not null,
  what text not null check (what <> ''),
  reporter text not null check (reporter in ('operator', 'owner', 'holder', 'authority', 'system')),
  reported_by text references "user",
  reported_for_id text references organisation,
  reported_at timestamptz not null,
  confirmed_at timestamptz,
  rectify_by date,
  reason text,
  ended_at timestamptz,
  constraint case_has_one_subject check (num_nonnulls(project_id, requirement_id) = 1),
  constraint case_is_put_right_by_a_day check (status <> 'Remedying' or rectify_by is not null),
  constraint case_is_confirmed check (status <> 'Confirmed' or confirmed_at is not null),
  constraint case_ends_once check ((status in ('Closed', 'Dismissed')) = (ended_at is not null))
);
create unique index case_of_project_is_the_one on "case" (project_id, type) where ended_at is null;
create unique index case_of_requirement_is_the_one on "case" (requirement_id, type) where ended_at is null;
create index on "case" (project_id, ordinal);
create index on "case" (requirement_id, ordinal);
create index on "case" (status, ordinal);
create index on "case" (owner_id);
create index on "case" (round_id);
create index on "case" (lpa_id);
create index on "case" using gin (concerned_ids);
create index on "case" using gin (concerned_lpa_ids);

create function case_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform refuse('case_is_kept', 'A case is not taken away'); end if;
  if old.ended_at is not null and old.status <> new.status then
    perform refuse('case_ends_once', 'A case that has ended is not opened again');
  end if;
  if (old.round_id, old.type, old.project_id, old.requirement_id, old.since, old.reporter, old.reported_by, old.reported_for_id, old.reported_at)
    is distinct from (new.round_id, new.type, new.project_id, new.requirement_id, new.since, new.reporter, new.reported_by, new.reported_for_id, new.reported_at) then
    perform refuse('case_is_frozen', 'What was reported does not change');
  end if;
  return new;
end
$$;
create trigger case_is_kept before update or delete on "case" for each row execute function case_is_kept();

select marked('case');
select committed('case');
