-- Sheets with a row for each site are filed with the organisation that uploads them (decision 0210).

set local statement_timeout = 0;

alter table filed_document drop constraint filed_document_tag_check;
alter table filed_document add constraint filed_document_tag_check
  check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
    'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
    'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
    'ComplianceReport', 'PerformanceReport', 'AuthorityToAct', 'suppliers', 'buyers', 'investors', 'winners',
    'dataset', 'Logo', 'Evidence', 'Outlines', 'SiteBoundary', 'sites'));
