-- The offers and bids that took no part in a match, since nobody confirmed them after the round was opened again: kept with
-- the match, as they were then.
alter table match_result add column unconfirmed jsonb not null default '[]';

-- The webhooks of an organisation go on for the one that it is merged into, to which its people belong from then on.
create function hand_over_webhooks() returns trigger language plpgsql as $$
begin
  update webhook set organisation_id = new.merged_into_id where organisation_id = new.id;
  return null;
end $$;
create trigger organisation_is_merged after update of merged_into_id on organisation for each row
  when (new.merged_into_id is not null) execute function hand_over_webhooks();
update webhook set organisation_id = merged_into_id from organisation
  where organisation.id = organisation_id and merged_into_id is not null;
