-- Under what name and by whom the market is run: one row, which comes with the reference data until somebody changes it.
create table brand (
  id text primary key check (id = 'brand'),
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  tagline text not null,
  contact text not null,
  legal_name text,
  year integer not null,
  accent_light text not null check (accent_light ~ '^#[0-9a-f]{6}$'),
  accent_dark text not null check (accent_dark ~ '^#[0-9a-f]{6}$'),
  has_logo boolean not null
);

-- A logo is filed under it.
alter table filed_document drop constraint filed_document_tag_check;
alter table filed_document add constraint filed_document_tag_check
  check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
    'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
    'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
    'ComplianceReport', 'PerformanceReport', 'AuthorityToAct', 'suppliers', 'buyers', 'investors', 'winners',
    'dataset', 'Logo'));
