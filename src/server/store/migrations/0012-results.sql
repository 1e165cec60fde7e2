-- Whether a round tells losers the amount at which they would have tied; earlier rounds did.
alter table round add column tells_critical_amounts boolean not null default true;

-- Results of settled rounds that a person no longer wants to find on the first page.
create table dismissed_result (
  user_id text not null references "user" (id) on delete cascade,
  round_id text not null references round (id) on delete cascade,
  organisation_id text not null references organisation (id) on delete cascade,
  at timestamptz not null,
  primary key (user_id, round_id, organisation_id)
);
