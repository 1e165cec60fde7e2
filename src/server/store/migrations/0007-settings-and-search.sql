-- What a standard said in the versions before the one in force, so that what was certified under them can be read.
create table standard_version (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  standard_id text not null references standard,
  name text not null,
  edition text,
  publisher text,
  service_types text[] not null,
  fixed_term_allowed boolean not null,
  description text,
  until timestamptz not null
);
create index on standard_version (standard_id);

-- Two settings of the same name could not be told apart where one chooses from them.
create unique index project_type_called on project_type (lower(name));
create unique index standard_called on standard (lower(name));
create unique index lpa_called on lpa (lower(name));
create unique index subcatchment_called on subcatchment (lower(catchment), lower(name));
create unique index declaration_called on declaration (category, lower(name));

-- Search finds names also where they are mistyped: by the runs of three letters they share.
create extension if not exists pg_trgm;
create index project_like on project using gin (name gin_trgm_ops);
create index requirement_like on requirement using gin (name gin_trgm_ops);
create index organisation_like on organisation using gin (name gin_trgm_ops);
create index project_group_like on project_group using gin (name gin_trgm_ops);
create index requirement_group_like on requirement_group using gin (name gin_trgm_ops);
