-- Who is one player (decision 0065): the numbers by which others know an organisation, who brought it, what it was merged
-- into, and what has been said of two organisations.

alter table organisation
  add column company_number text,
  add column charity_number text,
  add column holding_number text,
  add column brought_by_id text references organisation,
  add column claimed_at timestamptz,
  add column merged_into_id text references organisation,
  add constraint organisation_is_not_merged_into_itself check (merged_into_id <> id);
create unique index organisation_company_number on organisation (type, company_number) where merged_into_id is null;
create unique index organisation_charity_number on organisation (type, charity_number) where merged_into_id is null;
create index on organisation (brought_by_id);
create index on organisation (merged_into_id);

-- Clients that agencies brought before, and for whom nobody signs in yet.
update organisation set brought_by_id = (select agent_id from agent_authority where client_id = organisation.id
    order by ordinal limit 1)
  where type = 'PARTICIPANT' and not exists (select from "user" where organisation_id = organisation.id)
    and exists (select from activity where action = 'AddParticipantClient' and subject_kind = 'organisation'
      and subject_id = organisation.id);

create table organisation_tie (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  tie text not null check (tie in ('Different', 'CommonControl')),
  organisation_id text not null references organisation,
  other_id text references organisation,
  other_name text not null,
  since date,
  until date,
  note text not null,
  said_by text not null references "user",
  said_at timestamptz not null,
  check (other_id <> organisation_id),
  check (until >= since),
  constraint tie_needs_its_two check (tie <> 'Different' or other_id is not null),
  constraint tie_of_control_has_a_day check (tie <> 'CommonControl' or since is not null)
);
create index on organisation_tie (organisation_id);
create index on organisation_tie (other_id);

-- The owner of a group may change, when its organisation is merged into another: its members go with it.
alter table project drop constraint project_group_of_same_owner,
  add constraint project_group_of_same_owner foreign key (group_id, round_id, supplier_id)
    references project_group (id, round_id, supplier_id) on update cascade;
alter table requirement drop constraint requirement_group_of_same_owner,
  add constraint requirement_group_of_same_owner foreign key (group_id, round_id, buyer_id)
    references requirement_group (id, round_id, buyer_id) on update cascade;

-- Nothing new comes to an organisation that has been merged into another, also not while it is being merged.
create function organisation_is_there() returns trigger language plpgsql as $$
begin
  perform from organisation where id = to_jsonb(new) ->> tg_argv[0] and merged_into_id is null for share;
  if not found and to_jsonb(new) ->> tg_argv[0] is not null then
    perform refuse('organisation_is_there', 'This organisation has been merged into another');
  end if;
  return new;
end
$$;
create trigger organisation_is_there before insert or update of supplier_id on project
  for each row execute function organisation_is_there('supplier_id');
create trigger organisation_is_there before insert or update of supplier_id on project_group
  for each row execute function organisation_is_there('supplier_id');
create trigger organisation_is_there before insert or update of buyer_id on requirement
  for each row execute function organisation_is_there('buyer_id');
create trigger organisation_is_there before insert or update of buyer_id on requirement_group
  for each row execute function organisation_is_there('buyer_id');
create trigger organisation_is_there before insert or update of organisation_id on participation
  for each row execute function organisation_is_there('organisation_id');
create trigger organisation_is_there before insert or update of client_id on agent_authority
  for each row execute function organisation_is_there('client_id');
create trigger agency_is_there before insert or update of agent_id on agent_authority
  for each row execute function organisation_is_there('agent_id');
create trigger organisation_is_there before insert or update of organisation_id on "user"
  for each row execute function organisation_is_there('organisation_id');
create trigger organisation_is_there before insert or update of organisation_id on invitation
  for each row execute function organisation_is_there('organisation_id');
