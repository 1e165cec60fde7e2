-- A planning authority that signs up waits until the market operator admits it with its area, or refuses (decision 0142).

alter table organisation add column admission_asked_at timestamptz;

update organisation set admission_asked_at = asked.at
  from (select organisation_id, min(coalesce(joined_at, now())) as at from "user"
    where active and admitted_at is null and invited_by is null group by organisation_id) as asked
  where asked.organisation_id = organisation.id and organisation.type = 'LPA' and organisation.merged_into_id is null
    and not exists (select from "user" where "user".organisation_id = organisation.id and "user".admitted_at is not null);

alter table organisation add constraint organisation_asks_as_an_authority check (admission_asked_at is null or type = 'LPA');
create index on organisation (admission_asked_at) where admission_asked_at is not null;

-- The rows say more than the log has committed to.
select committed('organisation');
