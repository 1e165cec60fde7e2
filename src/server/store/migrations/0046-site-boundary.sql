-- The line around the land of a project, on the National Grid, and what outlines of projects share (decision 0097).
create table site_boundary (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null unique references project,
  -- Polygons of rings of easting and northing in metres, to the centimetre.
  outline jsonb not null check (jsonb_typeof(outline) = 'array'),
  -- Square metres, which are ten-thousandths of a hectare.
  area units not null check (area > 0),
  -- The box around it, in whole metres.
  west integer not null,
  south integer not null,
  east integer not null check (east > west),
  north integer not null check (north > south),
  system text check (system in ('EPSG:27700', 'EPSG:4326')),
  document_id text references filed_document,
  set_by text not null references "user",
  set_at timestamptz not null,
  constraint boundary_of_a_file_has_a_system check ((system is null) = (document_id is null))
);
-- Whose box meets a box is looked up here; what they really share is worked out for those only.
create index site_boundary_box on site_boundary using gist (box(point(west, south), point(east, north)));
create index on site_boundary (document_id) where document_id is not null;
select marked('site_boundary');

-- Ground that two outlines share, each pair both ways: worked out whenever an outline changes.
create table site_overlap (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null references project,
  other_id text not null references project,
  shared units not null check (shared > 0),
  unique (project_id, other_id)
);
create index on site_overlap (other_id);
select marked('site_overlap');

alter table filed_document drop constraint filed_document_tag_check;
alter table filed_document add constraint filed_document_tag_check
  check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
    'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
    'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
    'ComplianceReport', 'PerformanceReport', 'AuthorityToAct', 'suppliers', 'buyers', 'investors', 'winners',
    'dataset', 'Logo', 'Evidence', 'Outlines', 'SiteBoundary'));

-- An outline that goes takes with it what it shared.
create function overlaps_go() returns trigger language plpgsql as $$
begin
  delete from site_overlap where project_id = old.project_id or other_id = old.project_id;
  return null;
end
$$;
create trigger overlaps_go after delete on site_boundary for each row execute function overlaps_go();
