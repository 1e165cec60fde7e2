-- Whoever joins an organisation that has people has no rights in it until one of them admits the newcomer, and of two accounts
-- one counts as another person only if neither invited the other (decision 0127).

alter table "user"
  -- null for whoever joined before this was noted
  add column joined_at timestamptz,
  add column invited_by text references "user",
  add column admitted_at timestamptz,
  -- null for the first person of an organisation, and for whoever joined before this was noted
  add column admitted_by text references "user";

update "user" set
  admitted_at = case when groups <> '{}' then now() end,
  invited_by = (select invited_by from invitation
    where invitation.organisation_id = "user".organisation_id and lower(invitation.email) = lower("user".username)
      and completed_at is not null order by completed_at desc limit 1);

alter table "user"
  add constraint user_is_admitted_first check (admitted_at is not null or groups = '{}'),
  add constraint user_is_admitted_by_another check (admitted_by <> id);
create index on "user" (invited_by) where invited_by is not null;

create function proposal_is_approved_by_another() returns trigger language plpgsql as $$
begin
  if exists (
      select from "user" proposer, "user" approver where proposer.id = new.proposed_by and approver.id = new.decided_by
        and (approver.admitted_at is null or approver.joined_at > new.proposed_at
          or approver.invited_by = proposer.id or proposer.invited_by = approver.id)) then
    perform refuse('proposal_is_approved_by_another',
      'Whoever approves joined before the proposal was made, and neither invited nor was invited by whoever made it');
  end if;
  return new;
end
$$;
create trigger proposal_is_approved_by_another before update on proposal for each row
  when (new.status = 'Approved' and old.status <> 'Approved') execute function proposal_is_approved_by_another();

-- The rows say more than the log has committed to.
select committed('user');
