-- Where a thing is: WGS84, the middle of the square that its grid reference names, or what was typed (decision 0096).
-- Rows there already get theirs when the product starts (`store/give-places.ts`); those whose reference says nothing keep it.
alter table project
  add column latitude numeric(9, 6) check (latitude between -90 and 90),
  add column longitude numeric(9, 6) check (longitude between -180 and 180),
  add column place_precision text not null default 'catchment' check (place_precision in ('exact', 'square', 'catchment')),
  add constraint project_point_is_whole check (num_nulls(latitude, longitude) in (0, 2));
alter table requirement
  add column latitude numeric(9, 6) check (latitude between -90 and 90),
  add column longitude numeric(9, 6) check (longitude between -180 and 180),
  add column place_precision text not null default 'catchment' check (place_precision in ('exact', 'square', 'catchment')),
  add constraint requirement_point_is_whole check (num_nulls(latitude, longitude) in (0, 2));

-- How precisely places are told at the least, whatever their owners choose.
alter table market
  add column place_precision text not null default 'catchment' check (place_precision in ('exact', 'square', 'catchment'));

-- How the planning data platform and the Office for National Statistics name an authority.
alter table lpa
  add column reference text,
  add column area_code text;

-- Outlines of areas that do not come with the product, as they were uploaded.
create table area_outline (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  nca_id text unique references nca,
  subcatchment_id text unique references subcatchment,
  -- Polygons of rings of longitude and latitude, as in GeoJSON's MultiPolygon.
  outline jsonb not null,
  attribution text not null,
  constraint area_outline_is_of_one check (num_nonnulls(nca_id, subcatchment_id) = 1)
);
select marked('area_outline');
alter table filed_document drop constraint filed_document_tag_check;
alter table filed_document add constraint filed_document_tag_check
  check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
    'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
    'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
    'ComplianceReport', 'PerformanceReport', 'AuthorityToAct', 'suppliers', 'buyers', 'investors', 'winners',
    'dataset', 'Logo', 'Evidence', 'Outlines'));
