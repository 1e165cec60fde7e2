-- Estimates of the land desk and the need desk that people without an account save with an email address (decision 0203).

create table saved_estimate (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  desk text not null check (desk in ('land', 'need')),
  email text not null check (email <> ''),
  area text not null,
  lpa_id text references lpa,
  nca_id text references nca,
  subcatchment_ids text[] not null,
  hectares double precision check (hectares > 0),
  needs jsonb not null,
  answers jsonb not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  organisation_id text references organisation,
  constraint saved_estimate_is_of_its_desk check (
    (desk = 'land') = (hectares is not null) and (desk = 'need') = (needs <> '[]'::jsonb))
);
create index on saved_estimate (lower(email), created_at);
create index on saved_estimate (created_at);
create index on saved_estimate (organisation_id);
