-- What a proposal foresaw can name people, such as whoever uploaded a bank statement. When a person is blanked, the name goes from there
-- too. Before it is decided, what was proposed still does not change: a proposal that waits becomes void with the name.

create or replace function proposal_is_frozen() returns trigger language plpgsql as $$
declare
  changes text[] := '{status,version,answers,reason,note,decided_by,decided_at,owner_id}';
begin
  if tg_op = 'DELETE' then perform refuse('proposal_is_kept', 'A proposal is not taken away'); end if;
  if old.status <> 'Waiting' and old.status <> new.status then
    perform refuse('proposal_is_decided_once', 'What was decided of a proposal does not change');
  end if;
  if new.status = 'Void' or new.status = old.status and old.status <> 'Waiting' then changes := changes || '{foreseen}'; end if;
  if to_jsonb(old) - changes <> to_jsonb(new) - changes then
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
