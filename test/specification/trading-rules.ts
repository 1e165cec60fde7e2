import { aProject, aRequirement } from '../builders/market.ts'
import type { SpecificationRule } from './rules.ts'

const NUTRIENT = { creditType: 'NutrientMitigationNitrogen' }
const TYPES = [
  ...['Biodiversity', 'NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous'].map(id => ({
    id,
    name: id,
  })),
]
const NO_SERVICE = { services: [{ id: 's', name: 'S', isComplete: true, present: { id: 's' } }] }
const REVIEW = 'project.SetPreMarketReviewOutcome'
const CERTIFICATION = 'project.SetCertificationDecision'
const SUPPLY = 'project.SetBiodiversitySupply'

const REQUIREMENTS: readonly SpecificationRule[] = [
  {
    form: 'requirement.SetBuyerCredits',
    rule: 'Biodiversity',
    about: ['bioBroadHabitat', 'bioDistinctiveness', 'bioUnits', 'bioIsDivisible', 'biodiversityMetric'],
    answers: { creditType: 'Biodiversity' },
    given: { creditTypes: TYPES },
  },
  ...['High', 'VeryHigh'].map(bioDistinctiveness => ({
    form: 'requirement.SetBuyerCredits',
    rule: `distinctiveness ${bioDistinctiveness}`,
    about: ['bioHabitatType'],
    answers: { creditType: 'Biodiversity', bioBroadHabitat: 'Grassland', bioDistinctiveness },
    given: { creditTypes: TYPES },
  })),
  {
    form: 'requirement.SetBuyerCredits',
    rule: 'a nutrient',
    about: ['nutrientType', 'budgetCalculator'],
    answers: NUTRIENT,
    given: { creditTypes: TYPES },
  },
  ...(['ongoing', 'additional', 'both'] as const).flatMap(nutrientType => [
    ...(['nutrientOngoingUnits', 'nutrientAdditionalUnits', 'nutrientAcceptOngoingOnly'] as const).map(
      field => ({
        form: 'requirement.SetBuyerCredits',
        rule: `${nutrientType} units`,
        about: [field],
        answers: { ...NUTRIENT, nutrientType },
        given: { creditTypes: TYPES },
      }),
    ),
  ]),
  {
    form: 'requirement.SetBuyerDevelopment',
    rule: 'Biodiversity',
    about: ['ncaId', 'nearAddress', 'redemptionDate'],
    given: { creditType: 'Biodiversity' },
  },
  {
    form: 'requirement.SetBuyerDevelopment',
    rule: 'another type',
    about: ['subcatchmentId', 'redemptionDate'],
    answers: { redemptionDate: '31.12.2026' },
    given: NUTRIENT,
  },
  {
    form: 'requirement.SetBid',
    rule: 'a bid of 0',
    about: ['bid'],
    answers: { bid: 0 },
    given: { obstacles: [] },
  },
  {
    form: 'requirement.SetBid',
    rule: 'ongoing units alone are accepted',
    about: ['bidOngoingOnly'],
    answers: { bid: 10, acceptOngoingOnly: true },
    given: { obstacles: [], mayAcceptOngoingOnly: true },
  },
  {
    form: 'requirement.SetCreditAllocationCertificate',
    rule: 'no date',
    about: ['date'],
    answers: { date: 'soon' },
  },
  { form: 'project.AddToGroup', rule: 'nothing given', about: ['groupId'] },
  { form: 'requirement.AddToGroup', rule: 'nothing given', about: ['groupId'] },
]

const PROJECTS: readonly SpecificationRule[] = [
  {
    form: 'project.CompleteRegistration',
    rule: 'answer No',
    about: ['confirmed'],
    answers: { confirmed: false },
  },
  {
    form: 'project.CompleteRegistration',
    rule: 'with issues',
    about: ['form'],
    answers: { confirmed: true },
    given: { issues: ['It has no location'] },
  },
  { form: 'project.CompleteRegistration', rule: 'it can skip', about: ['skip'], given: { canSkip: true } },
  {
    form: 'project.Reregister',
    rule: 'details have changed',
    about: ['landholderInfo'],
    answers: { hasChanged: true },
  },
  { form: 'project.AddComplianceCheck', rule: 'nothing given', about: ['isCompliant'] },
  {
    form: 'project.AddComplianceCheck',
    rule: 'not compliant',
    about: ['failReason', 'nextAction.action', 'nextAction.date'],
    answers: { isCompliant: false },
  },
  { form: 'project.Verify', rule: 'not passed', about: ['failReason'], answers: { isPass: false } },
  ...['Fail', 'Pending'].flatMap(outcome => [
    { form: 'project.AddScreeningOutcome', rule: outcome, about: ['comment'], answers: { outcome } },
    { form: REVIEW, rule: outcome, about: ['reason'], answers: { outcome } },
  ]),
  {
    form: 'project.AddScreeningOutcome',
    rule: 'Pass',
    about: ['comment'],
    as: 'question',
    answers: { outcome: 'Pass' },
  },
  { form: REVIEW, rule: 'Pass', about: ['reason', 'report'], as: 'question', answers: { outcome: 'Pass' } },
  ...[0, 31].map(yearsToTargetCondition => ({
    form: SUPPLY,
    rule: `${yearsToTargetCondition} years`,
    about: ['yearsToTargetCondition'],
    answers: { yearsToTargetCondition },
  })),
  {
    form: SUPPLY,
    rule: '2 years',
    about: ['gainsPerYear.0.gain', 'gainsPerYear.1.gain', 'gainsPerYear.2.gain'],
    answers: { yearsToTargetCondition: 2 },
  },
  {
    form: CERTIFICATION,
    rule: 'assessed after it was reviewed',
    about: ['assessedByDate', 'reviewedByDate'],
    answers: { assessedByDate: '2026-06-02', reviewedByDate: '2026-06-01' },
    given: NO_SERVICE,
  },
  {
    form: CERTIFICATION,
    rule: 'nothing given',
    about: ['serviceCertifications.s.decision', 'serviceCertifications.s.standardId'],
    given: NO_SERVICE,
  },
  {
    form: CERTIFICATION,
    rule: 'Yes by the standard NA',
    about: ['serviceCertifications.s.standardId'],
    answers: { serviceCertifications: [{ id: 's', decision: 'Yes', standardId: 'NA' }] },
    given: { ...NO_SERVICE, standards: [{ id: 'NA', name: 'NA' }] },
  },
  {
    form: 'project.SetCosts',
    rule: 'nothing given',
    about: ['maintenance', 'marketOperator', 'complianceMonitoring', 'performanceMonitoring'],
  },
  ...TYPES.flatMap(({ id }) => [
    {
      form: 'project.SetLocation',
      rule: id,
      about: [id === 'Biodiversity' ? 'nca' : 'subcatchment'],
      answers: { creditTypes: [id] },
      given: { creditTypes: TYPES },
    },
    {
      form: 'project.SetLocation',
      rule: id,
      about: [id === 'Biodiversity' ? 'subcatchment' : 'nca'],
      as: 'question' as const,
      answers: { creditTypes: [id] },
      given: { creditTypes: TYPES },
    },
  ]),
  {
    form: 'project.AddNutrientService',
    rule: 'Biodiversity',
    about: ['service'],
    answers: { service: 'Biodiversity' },
  },
]

const warning = (
  form: string,
  rule: string,
  field: string,
  more: Partial<SpecificationRule> = {},
): SpecificationRule => ({
  ...{ form, rule, about: [field], as: 'warning', ...more },
})

const WARNINGS: readonly SpecificationRule[] = [
  warning('requirement.Update', 'another type', 'type', {
    answers: { type: 'Investor' },
    subject: aRequirement(),
  }),
  warning('requirement.AddToGroup', 'no groups', 'groupId', {
    given: { groups: [] },
    subject: aRequirement(),
  }),
  warning('project.AddToGroup', 'no groups', 'groupId', { given: { groups: [] }, subject: aProject() }),
  warning('projectGroup.AddProjects', 'no projects', 'projectIds'),
  warning('organisation.CreateProjectGroup', 'no projects', 'projectIds', {
    answers: { marketRoundId: 'r' },
  }),
  warning('requirementGroup.AddRequirements', 'no requirements', 'requirementIds'),
  warning('project.Update', 'a type that its service does not fit', 'typeId', {
    answers: { typeId: 'pond' },
    given: {
      types: [{ id: 'pond', name: 'Pond', serviceTypes: ['Biodiversity'] }],
      services: [{ id: 's', type: 'NutrientMitigationNitrogen' }],
    },
    subject: aProject(),
  }),
  warning('project.Reregister', 'no rounds', 'marketRoundId', { subject: aProject() }),
  warning('requirement.Reregister', 'no rounds', 'marketRoundId', { subject: aRequirement() }),
  warning('organisation.ExpressInterest', 'no rounds', 'marketRoundId'),
]

/** The rules for projects and credit requirements. */
export const TRADING_RULES: readonly SpecificationRule[] = [...REQUIREMENTS, ...PROJECTS, ...WARNINGS]
