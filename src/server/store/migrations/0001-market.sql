-- The nouns of the market: one table for each kind in src/domain/entities.ts, one column for each property.
-- Money is whole pence and quantities are whole ten-thousandths of a unit, neither ever negative.
-- "ordinal" tells in which order rows came into being; only the database knows it.

create domain pence as bigint check (value >= 0);
create domain units as bigint check (value >= 0);
create domain sha256 as text check (value ~ '^[0-9a-f]{64}$');
create domain credit_type as text
  check (value in ('Biodiversity', 'NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'));
create domain distinctiveness as text check (value in ('Low', 'Medium', 'High', 'VeryHigh'));
create domain module as text check (value in ('Area', 'Linear', 'River', 'NA'));
create domain broad_habitat as text
  check (value in ('CropLand', 'Grassland', 'HeathlandScrub', 'Hedgerow', 'IndividualTrees', 'Lakes', 'Wetland',
    'WoodlandAndForest', 'WoodPasture', 'NA'));

create table project_type (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  service_types text[] not null
    check (service_types <@ '{Biodiversity,NutrientMitigationNitrogen,NutrientMitigationPhosphorous}'),
  standard_ids text[] not null,
  fixed_term_allowed boolean not null,
  permanent_allowed boolean not null,
  description text,
  active boolean not null
);

create table standard (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  edition text,
  publisher text,
  service_types text[] not null
    check (service_types <@ '{Biodiversity,NutrientMitigationNitrogen,NutrientMitigationPhosphorous}'),
  fixed_term_allowed boolean not null,
  kind text not null,
  description text,
  active boolean not null
);

create table nca (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  number integer not null unique,
  name text not null,
  active boolean not null
);

create table lpa (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  full_name text not null,
  region text,
  active boolean not null
);

create table subcatchment (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  catchment text not null,
  nitrogen boolean not null,
  phosphorous boolean not null,
  active boolean not null
);

create table declaration (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  declaration text not null,
  category text not null
    check (category in ('MarketRoundParticipant_Register', 'MarketRoundProject_Register',
      'MarketRoundCreditRequirement_Register', 'MarketRoundProject_Offer', 'MarketRoundCreditRequirement_Bid')),
  is_for_agents boolean not null,
  is_for_participants boolean not null,
  active boolean not null,
  check (is_for_agents or is_for_participants)
);

create table organisation (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  type text not null check (type in ('OPER', 'PARTICIPANT', 'LPA', 'AGENT')),
  csv_id text unique,
  name text not null,
  contact text,
  email text,
  phone text,
  mailing_address text,
  lpa_id text references lpa
);
create index on organisation (type, name);
create index on organisation (lpa_id);

-- The name is a word of SQL: write "user" in quotes, or you ask for the database's own user.
create table "user" (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  username text not null,
  email text not null,
  display_name text not null,
  phone text,
  groups text[] not null check (groups <@ '{sysadmin,admin,lpa,participant,agent}'),
  organisation_id text references organisation,
  active boolean not null
);
create unique index user_username_key on "user" (lower(username));
create index on "user" (lower(email));
create index on "user" (organisation_id);

create table market (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  description text
);

create table round (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  market_id text not null references market,
  name text not null,
  status text not null
    check (status in ('Draft', 'Open', 'Closed', 'OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Pending',
      'Matching', 'Matched', 'Failed', 'Rejected', 'Settled')),
  services text[] not null
    check (services <@ '{Biodiversity,NutrientMitigationNitrogen,NutrientMitigationPhosphorous}'),
  standard_ids text[] not null,
  project_type_ids text[] not null,
  nca_ids text[] not null,
  lpa_ids text[] not null,
  subcatchment_ids text[] not null,
  bidder_type text not null check (bidder_type in ('Buyers', 'Investors', 'BuyersAndInvestors')),
  amp_end date,
  suppliers_start date,
  suppliers_end date,
  buyers_start date,
  buyers_end date,
  projects_start date,
  projects_end date,
  requirements_start date,
  requirements_end date,
  has_reserve boolean,
  reserve_basis_points integer check (reserve_basis_points between 0 and 10000),
  reserve_applies_to text check (reserve_applies_to in ('allDemand', 'ongoingDemand', 'supply')),
  agreed_with_e_m_b boolean,
  rejection_reason text,
  settled_at timestamptz,
  check (suppliers_end > suppliers_start),
  check (buyers_end > buyers_start),
  check (projects_end > projects_start),
  check (requirements_end > requirements_start),
  check (has_reserve is not true or (reserve_basis_points is not null and reserve_applies_to is not null)),
  constraint round_open_needs_dates check (status <> 'Open' or num_nulls(suppliers_start, suppliers_end, buyers_start,
    buyers_end, projects_start, projects_end, requirements_start, requirements_end) = 0),
  constraint round_rejected_needs_reason check (status <> 'Rejected' or rejection_reason is not null),
  constraint round_settled_needs_moment check (status <> 'Settled' or settled_at is not null)
);
create index on round (market_id);
create index on round (status);

create table round_declaration (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_id text not null references round,
  declaration_id text not null references declaration,
  name text not null,
  declaration text not null,
  category text not null
    check (category in ('MarketRoundParticipant_Register', 'MarketRoundProject_Register',
      'MarketRoundCreditRequirement_Register', 'MarketRoundProject_Offer', 'MarketRoundCreditRequirement_Bid')),
  is_for_agents boolean not null,
  is_for_participants boolean not null,
  retired boolean not null,
  check (is_for_agents or is_for_participants)
);
create index on round_declaration (round_id, category);
create unique index round_declaration_asked_once on round_declaration (round_id, declaration_id) where not retired;

create table declaration_answer (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_declaration_id text not null references round_declaration,
  subject_kind text not null,
  subject_id text not null,
  answer boolean not null,
  answered_by text not null references "user",
  answered_at timestamptz not null
);
create index on declaration_answer (subject_kind, subject_id);
create index on declaration_answer (round_declaration_id);

create table participation (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  organisation_id text not null references organisation,
  round_id text not null references round,
  capacity text not null check (capacity in ('Supplier', 'Buyer', 'Investor')),
  status text not null check (status in ('Interested', 'Provisional', 'Registered', 'Withdrawn')),
  status_before text check (status_before in ('Interested', 'Provisional', 'Registered')),
  reason text,
  unique (organisation_id, round_id, capacity),
  constraint participation_withdrawn_remembers check (status <> 'Withdrawn' or status_before is not null)
);
create index on participation (round_id, capacity, status);

create table agent_authority (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_id text not null references round,
  client_id text not null references organisation,
  agent_id text not null references organisation,
  status text not null check (status in ('Pending', 'Approved', 'Rejected')),
  permissions text[] not null check (permissions <@ '{MakeOffersOrBids,RegisterForRound}'),
  reason text,
  unique (round_id, client_id, agent_id),
  check (client_id <> agent_id),
  constraint authority_approved_needs_permission check (status <> 'Approved' or cardinality(permissions) > 0),
  constraint authority_rejected_needs_reason check (status <> 'Rejected' or reason is not null)
);
create index on agent_authority (agent_id, status);
create index on agent_authority (client_id);

create table project_group (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  type text not null check (type in ('XOR', 'AND')),
  round_id text not null references round,
  supplier_id text not null references organisation,
  unique (id, round_id, supplier_id)
);
create index on project_group (round_id);
create index on project_group (supplier_id);

create table requirement_group (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  type text not null check (type in ('XOR', 'AND')),
  round_id text not null references round,
  buyer_id text not null references organisation,
  unique (id, round_id, buyer_id)
);
create index on requirement_group (round_id);
create index on requirement_group (buyer_id);

create table project (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_id text not null references round,
  supplier_id text not null references organisation,
  agent_id text references organisation,
  name text not null,
  type_id text references project_type,
  status text not null
    check (status in ('Draft', 'Provisional', 'Registered', 'Screened', 'FailedScreening', 'PendingScreening',
      'Certified', 'NotCertified', 'ApprovedRound', 'FailedRound', 'PendingRound', 'Offered', 'Matched', 'Unmatched',
      'Contracted', 'Verified', 'FailedVerification', 'Monitoring')),
  is_fixed_term boolean not null,
  mitigation_durations text[] not null
    check (mitigation_durations <@ '{Permanent,OneYear,TwoYears,ThreeYears,FourYears,FiveYears}'),
  start date,
  credit_types text[] not null
    check (credit_types <@ '{Biodiversity,NutrientMitigationNitrogen,NutrientMitigationPhosphorous}'),
  nca_id text references nca,
  lpa_id text references lpa,
  subcatchment_id text references subcatchment,
  grid_reference text,
  three_words text,
  near_address text,
  screening_comment text,
  certification jsonb,
  review_reason text,
  costs jsonb,
  offer pence,
  offered_at timestamptz,
  group_id text,
  unchanged_since_round_id text references round,
  -- A group holds projects of its own supplier and round only.
  constraint project_group_of_same_owner foreign key (group_id, round_id, supplier_id)
    references project_group (id, round_id, supplier_id),
  constraint project_costs_are_four check (costs is null or (
    num_nulls(costs ->> 'maintenance', costs ->> 'marketOperator', costs ->> 'complianceMonitoring',
      costs ->> 'performanceMonitoring') = 0
    and least((costs ->> 'maintenance')::bigint, (costs ->> 'marketOperator')::bigint,
      (costs ->> 'complianceMonitoring')::bigint, (costs ->> 'performanceMonitoring')::bigint) >= 0)),
  constraint project_offered_needs_offer
    check (status not in ('Offered', 'Matched') or num_nulls(offer, offered_at, costs) = 0)
);
create index on project (round_id, status);
create index on project (supplier_id);
create index on project (agent_id);
create index on project (group_id);
create index on project (status);
create index on project (lpa_id);
create index on project (nca_id);

create table service (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  project_id text not null references project,
  type credit_type not null,
  status text not null check (status in ('Draft', 'PendingCertification', 'Certified', 'NotCertified')),
  duration text not null
    check (duration in ('Permanent', 'OneYear', 'TwoYears', 'ThreeYears', 'FourYears', 'FiveYears')),
  module module not null,
  broad_habitat broad_habitat not null,
  habitat_type text,
  distinctiveness distinctiveness,
  condition text check (condition in ('Poor', 'FairlyPoor', 'Moderate', 'FairlyGood', 'Good')),
  size units not null,
  size_unit text not null check (size_unit in ('Ha', 'Km')),
  strategic_significance text,
  mitigation_begins date not null,
  creation_date date,
  units units,
  baseline_units_lost units,
  years_to_target_condition integer check (years_to_target_condition >= 0),
  gains_per_year bigint[] not null check (0 <= all (gains_per_year)),
  standard_id text references standard,
  decision text check (decision in ('Yes', 'NoStandardCannotBeApplied', 'NoSupplierRetaining')),
  constraint service_certified_needs_standard
    check (status <> 'Certified' or (standard_id is not null and standard_id <> 'NA'))
);
create index on service (project_id);

create table requirement (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_id text not null references round,
  buyer_id text not null references organisation,
  agent_id text references organisation,
  name text not null,
  type text not null check (type in ('Buyer', 'Investor')),
  status text not null
    check (status in ('Draft', 'Provisional', 'Registered', 'Bid', 'RightsCreated', 'RightsAllocated',
      'CreditsIssued', 'CreditsRedeemed', 'Retired', 'Unmatched')),
  credit_type credit_type,
  nutrient_type text check (nutrient_type in ('ongoing', 'additional', 'both')),
  nutrient_ongoing_units units,
  nutrient_additional_units units,
  nutrient_accept_ongoing_only boolean,
  bio_broad_habitat broad_habitat,
  bio_habitat_type text,
  bio_distinctiveness distinctiveness,
  bio_units units,
  bio_is_divisible boolean,
  units units,
  is_divisible boolean,
  module module,
  distinctiveness distinctiveness,
  broad_habitat broad_habitat,
  near_address text,
  grid_reference text,
  three_words text,
  planning_ref text,
  nca_id text references nca,
  lpa_id text references lpa,
  subcatchment_id text references subcatchment,
  redemption_date date,
  bid pence check (bid > 0),
  bid_ongoing_only pence check (bid_ongoing_only > 0),
  accept_ongoing_only boolean,
  bid_at timestamptz,
  group_id text,
  check (bid_ongoing_only <= bid),
  -- A group holds requirements of its own buyer and round only.
  constraint requirement_group_of_same_owner foreign key (group_id, round_id, buyer_id)
    references requirement_group (id, round_id, buyer_id),
  constraint requirement_bid_needs_bid
    check (status in ('Draft', 'Provisional', 'Registered', 'Unmatched') or num_nulls(bid, bid_at) = 0)
);
create index on requirement (round_id, status);
create index on requirement (buyer_id);
create index on requirement (agent_id);
create index on requirement (group_id);
create index on requirement (status);
create index on requirement (lpa_id);
create index on requirement (nca_id);

create table match_result (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_id text not null references round,
  problem jsonb not null,
  problem_hash sha256,
  solution jsonb,
  solution_hash sha256,
  failure text,
  started_at timestamptz not null,
  finished_at timestamptz,
  check (finished_at >= started_at),
  constraint match_result_one_outcome check (num_nonnulls(solution, failure) <= 1),
  constraint match_result_ends_with_outcome
    check (num_nonnulls(finished_at) = num_nonnulls(solution, failure)),
  constraint match_result_solution_needs_hashes
    check (solution is null or num_nulls(problem_hash, solution_hash) = 0)
);
create index on match_result (round_id, ordinal);

create table credit (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  round_id text not null references round,
  project_id text not null references project,
  service_id text not null references service,
  requirement_id text references requirement,
  type credit_type not null,
  status text not null
    check (status in ('Draft', 'None', 'Bid', 'Unused', 'RightsCreated', 'RightsAllocated', 'Issued', 'Redeemed',
      'Retired')),
  is_reserved boolean not null,
  is_permanent boolean not null,
  years integer check (years > 0),
  units units not null,
  module module not null,
  broad_habitat broad_habitat not null,
  habitat_type text,
  distinctiveness distinctiveness,
  units_per_period jsonb not null check (jsonb_typeof(units_per_period) = 'array'),
  check (is_permanent = (years is null)),
  constraint credit_in_reserve_meets_no_need check (not is_reserved or requirement_id is null),
  constraint credit_meets_need_from_rights
    check (status not in ('RightsAllocated', 'Redeemed') or requirement_id is not null),
  constraint credit_before_rights_meets_no_need
    check (status not in ('Draft', 'None', 'Bid', 'Unused') or requirement_id is null)
);
create index on credit (round_id, status);
create index on credit (project_id);
create index on credit (service_id);
create index on credit (requirement_id);
create index on credit (status);

create table filed_document (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  type text not null,
  size bigint not null check (size >= 0),
  sha256 sha256 not null,
  owner_kind text,
  owner_id text,
  tag text
    check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
      'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
      'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
      'ComplianceReport', 'PerformanceReport', 'AuthorityToAct')),
  replaced_by_id text references filed_document,
  reason text,
  uploaded_by text not null references "user",
  uploaded_at timestamptz not null,
  check ((owner_kind is null) = (owner_id is null)),
  check (replaced_by_id <> id)
);
create index on filed_document (owner_kind, owner_id);
create index on filed_document (sha256);
create index on filed_document (replaced_by_id);
create index filed_document_unfiled on filed_document (uploaded_at) where owner_id is null;

create table comment (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  subject_kind text not null,
  subject_id text not null,
  text text not null,
  json text not null,
  author_id text not null references "user",
  at timestamptz not null
);
create index on comment (subject_kind, subject_id, at);
