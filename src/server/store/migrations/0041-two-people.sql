-- What one person proposes and a second one approves (decision 0091). Who proposed it never decides it, whatever the program says.

alter table "user" add column is_shared boolean not null default false;

create table proposal (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  status text not null default 'Waiting'
    check (status in ('Waiting', 'Approved', 'Declined', 'Withdrawn', 'Void', 'Expired')),
  subject_kind text not null,
  subject_id text not null,
  subject_version integer not null,
  action text not null,
  -- As they were sent; emptied once it is decided, since the books hold what came of it.
  answers jsonb not null,
  known sha256 not null,
  reason text not null check (reason <> ''),
  foreseen jsonb not null,
  owner_id text references organisation,
  round_id text references round,
  proposed_by text not null references "user",
  proposed_at timestamptz not null,
  expires_on date not null,
  decided_by text references "user",
  decided_at timestamptz,
  note text,
  constraint proposal_is_decided_by_another check (decided_by <> proposed_by),
  constraint proposal_is_decided_by_somebody
    check (status not in ('Approved', 'Declined') or num_nulls(decided_by, decided_at) = 0)
);
-- Of one act on one thing there is one proposal at a time.
create unique index proposal_is_the_one on proposal (subject_kind, subject_id, action) where status = 'Waiting';
create index on proposal (status, ordinal);
create index on proposal (subject_kind, subject_id, ordinal);
create index on proposal (proposed_by);
create index on proposal (owner_id) where owner_id is not null;
create index on proposal (round_id) where round_id is not null;

create function proposal_is_frozen() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform refuse('proposal_is_kept', 'A proposal is not taken away'); end if;
  if old.status <> 'Waiting' and old.status <> new.status then
    perform refuse('proposal_is_decided_once', 'What was decided of a proposal does not change');
  end if;
  if to_jsonb(old) - '{status,version,answers,reason,note,decided_by,decided_at,owner_id}'::text[]
      <> to_jsonb(new) - '{status,version,answers,reason,note,decided_by,decided_at,owner_id}'::text[] then
    perform refuse('proposal_is_frozen', 'What was proposed does not change');
  end if;
  if new.status <> 'Waiting' then
    new.answers := '{}';
  elsif old.answers <> new.answers then
    perform refuse('proposal_is_frozen', 'What was proposed does not change');
  end if;
  -- Whoever uses an account that several people share may be the same person.
  if new.decided_by is not null and old.decided_by is null and exists (
      select from "user" one join "user" other on other.organisation_id = one.organisation_id
      where one.id = new.proposed_by and other.id = new.decided_by and (one.is_shared or other.is_shared)) then
    perform refuse('proposal_is_decided_by_another', 'An account that several people share decides nothing of its own organisation');
  end if;
  return new;
end
$$;
create trigger proposal_is_frozen before update or delete on proposal
  for each row execute function proposal_is_frozen();

-- A round that was closed and is opened again asks every bidder to confirm: until then nothing of this counts.
alter table project add column to_confirm_since timestamptz;
alter table requirement add column to_confirm_since timestamptz;

-- Why it is done, where each thing of a bulk act is proposed.
alter table bulk_act add column reason text;

select marked('proposal');
