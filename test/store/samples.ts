import { DEFAULT_LATE_PAYMENT_TERMS } from '#domain/money/late-payment'
import { DEFAULT_PAYMENT_SCHEDULE } from '#domain/money/payment-schedule'
import {
  changeStatus,
  type Change,
  create,
  remove,
  type EffectContext,
  type NewRow,
} from '#actions/kit/changes'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { sampleDemand } from './sample-demand.ts'
import { sampleMoney } from './sample-money.ts'
import { samplePeople } from './sample-people.ts'
import { sampleRoundQuestion } from './sample-round-question.ts'
import { sampleReferences } from './sample-references.ts'
import { sampleCases } from './sample-cases.ts'
import { sampleSavedEstimate } from './sample-saved-estimate.ts'
import { sampleSites } from './sample-sites.ts'

/** One of everything that is stored, with every property, in an order in which they can be created. */
export const SAMPLES: { [K in StoredKind]: EntityMap[K] } = {
  ...sampleReferences,
  ...samplePeople,
  market: {
    id: 'somerset',
    version: 1,
    name: 'Somerset',
    description: 'Levels and moors',
    placePrecision: 'square',
    issueAhead: 'asked',
    instances: 'withheld',
    paymentSchedule: DEFAULT_PAYMENT_SCHEDULE,
    latePayment: DEFAULT_LATE_PAYMENT_TERMS,
    deposit: null,
    sellsAs: 'agent',
    unitsVat: 'standard',
  },
  round: {
    id: 'round-1',
    version: 1,
    marketId: 'somerset',
    name: 'Round 1',
    status: 'Draft',
    services: ['Biodiversity', 'NutrientMitigationPhosphorous'],
    standardIds: ['BsiFlex704'],
    projectTypeIds: ['WetlandCreation'],
    ncaIds: ['NCA142'],
    lpaIds: ['Somerset'],
    subcatchmentIds: [],
    bidderType: 'BuyersAndInvestors',
    ampEnd: '2030-03-31',
    biodiversitySupply: 'fromDelivery',
    ...{ expectedFrom: '2025-12-01' },
    suppliersStart: '2026-01-01',
    suppliersEnd: '2026-02-28',
    buyersStart: '2026-01-01',
    buyersEnd: '2026-02-28',
    projectsStart: '2026-01-01',
    projectsEnd: '2026-03-29',
    requirementsStart: '2026-01-01',
    requirementsEnd: '2026-10-25',
    bidsOpen: null,
    bidsClose: null,
    hasReserve: true,
    reserveBasisPoints: 1500,
    reserveAppliesTo: 'allDemand',
    agreedWithEMB: true,
    ...{ bestKnownGapBasisPoints: 100, joinsCommonControl: true, tellsCriticalAmounts: true },
    ...{ rejectionReason: 'Too dear', unwitnessedReason: null, matchMinutes: 120 },
    withoutDeposit: ['requirement'],
    ...{ settledAt: '2026-11-21T09:00:00.123Z', settledGapMillionths: 1, allocationApprovedAt: null },
    ...{ instanceSha256: 'c'.repeat(64), betterMatchSha256: null },
  },
  roundDeclaration: {
    id: 'round-declaration',
    version: 1,
    roundId: 'round-1',
    declarationId: 'MarketRules',
    name: 'Market rules',
    declaration: 'We accept the rules.',
    category: 'MarketRoundParticipant_Register',
    isForAgents: true,
    isForParticipants: true,
    retired: false,
  },
  declarationAnswer: {
    id: 'answer',
    version: 1,
    roundDeclarationId: 'round-declaration',
    subjectKind: 'participation',
    subjectId: 'participation',
    answer: true,
    answeredBy: 'ada',
    answeredAt: '2026-03-29T00:59:59.999Z',
  },
  participation: {
    id: 'participation',
    version: 1,
    organisationId: 'avon-farm',
    roundId: 'round-1',
    capacity: 'Supplier',
    status: 'Withdrawn',
    statusBefore: 'Registered',
    reason: 'Sold the farm',
  },
  agentAuthority: {
    id: 'authority',
    version: 1,
    roundId: 'round-1',
    clientId: 'avon-farm',
    agentId: 'agency',
    status: 'Approved',
    permissions: ['MakeOffersOrBids', 'RegisterForRound'],
    reason: 'Signed',
  },
  proposal: {
    id: 'proposal',
    version: 1,
    status: 'Waiting',
    subjectKind: 'requirement',
    subjectId: 'requirement',
    subjectVersion: 1,
    action: 'RedeemCredits',
    answers: { file: { id: 'document', name: 'notice.pdf' } },
    known: 'ab'.repeat(32),
    reason: 'The houses are finished',
    foreseen: { changes: {}, sentences: [] },
    ownerId: 'avon-farm',
    roundId: 'round-1',
    proposedBy: 'ada',
    proposedAt: '2026-01-05T09:00:00.000Z',
    expiresOn: '2026-07-19',
    decidedBy: null,
    decidedAt: null,
    note: null,
  },
  projectGroup: {
    id: 'project-group',
    version: 1,
    name: 'Either field',
    type: 'XOR',
    roundId: 'round-1',
    supplierId: 'avon-farm',
  },
  requirementGroup: {
    id: 'requirement-group',
    version: 1,
    name: 'Both sites',
    type: 'AND',
    roundId: 'round-1',
    buyerId: 'avon-farm',
  },
  project: {
    id: 'project',
    version: 1,
    roundId: 'round-1',
    supplierId: 'avon-farm',
    agentId: 'agency',
    name: 'Sedge Wetland',
    typeId: 'WetlandCreation',
    status: 'Offered',
    isFixedTerm: true,
    mitigationDurations: ['OneYear', 'FiveYears'],
    start: '2028-02-29',
    creditTypes: ['NutrientMitigationPhosphorous'],
    ncaId: 'NCA142',
    lpaId: 'Somerset',
    subcatchmentId: 'Parrett',
    gridReference: 'ST 436 211',
    latitude: 50.98698,
    longitude: -2.804185,
    placePrecision: 'square',
    threeWords: 'filled.count.soap',
    gainSiteRef: 'BGS-010125001',
    obligationRef: null,
    agreementRef: null,
    nearAddress: 'Kingsbury Episcopi',
    screeningComment: 'Dry',
    certification: {
      assessedByName: 'Ines Plover',
      assessedByOrg: 'Plover Surveys',
      assessedByPosition: 'Surveyor',
      assessedByDate: '2026-05-01',
      reviewedByName: 'Wren Hollow',
      reviewedByOrg: 'Hollow Reviews',
      reviewedByPosition: 'Reviewer',
      reviewedByDate: '2026-05-02',
    },
    reviewReason: 'Sound',
    costs: {
      maintenance: 6_200_000,
      marketOperator: 0,
      complianceMonitoring: 900_000,
      performanceMonitoring: 850_000,
    },
    offer: 9_007_199_254_740_991,
    offeredAt: '2026-10-25T01:30:00.000Z',
    toConfirmSince: null,
    groupId: 'project-group',
    unchangedSinceRoundId: 'round-1',
    endedAs: null,
  },
  service: {
    id: 'service',
    version: 1,
    projectId: 'project',
    type: 'Biodiversity',
    status: 'Certified',
    duration: 'Permanent',
    module: 'Area',
    broadHabitat: 'Wetland',
    habitatType: 'Reedbeds',
    distinctiveness: 'High',
    condition: 'FairlyGood',
    size: 34_000,
    sizeUnit: 'Ha',
    strategicSignificance: 'High',
    delivery: 'Creation',
    baselineHabitat: 'ModifiedGrassland',
    baselineCondition: 'Poor',
    yearsInAdvance: 1,
    yearsOfDelay: 0,
    mitigationBegins: '2027-12-31',
    creationDate: '2027-01-01',
    units: 12_345_678_901,
    baselineUnitsLost: 20_000,
    yearsToTargetCondition: 2,
    gainsPerYear: [0, 15_000, 9_007_199_254_725_991],
    standardId: 'BsiFlex704',
    decision: 'Yes',
  },
  ...sampleDemand,
  ...sampleMoney,
  ...sampleCases,
  roundQuestion: sampleRoundQuestion,
  savedEstimate: sampleSavedEstimate,
  ...sampleSites,
}

/** The kinds, in the order in which samples of them can be created. */
export const SAMPLE_KINDS_IN_ORDER = Object.keys(SAMPLES) as StoredKind[]

/** A project of its own whose units are divided, so that some can take the place of others that are sold. */
const dividedUnits = (): Change[] => {
  const creditOf = (id: string, first: number, more: Partial<EntityMap['credit']>) => {
    const unitsPerPeriod = [{ start: '2027-12-31', end: null, units: 20, first }]
    return create('credit', {
      ...{ ...SAMPLES.credit, id, projectId: 'divided', serviceId: 'divided' },
      ...{ units: 20, unitsPerPeriod, ...more },
    })
  }
  return [
    create('requirement', { ...SAMPLES.requirement, id: 'holder', status: 'RightsCreated' }),
    create('project', { ...SAMPLES.project, id: 'divided', groupId: null }),
    create('service', {
      ...SAMPLES.service,
      ...{ id: 'divided', projectId: 'divided' },
      baselineUnitsLost: 0,
      gainsPerYear: [0, 0, 40],
    }),
    remove('credit', { id: 'divided' }),
    creditOf('sold', 1, { requirementId: 'holder', status: 'RightsCreated' }),
    creditOf('unsold', 21, { status: 'Unused' }),
    changeStatus('credit', { id: 'unsold', status: 'Unused' }, 'Issued'),
  ]
}

/** All samples as changes, and what some of them name. */
export const allSamples = (): Change[] =>
  SAMPLE_KINDS_IN_ORDER.flatMap(kind => [
    ...(kind === 'organisation' ? [create('organisation', anOrganisation('agency', { type: 'AGENT' }))] : []),
    ...(kind === 'unitFailure' ? dividedUnits() : []),
    // Creating a service also creates its undivided credit.
    ...(kind === 'credit' ? [] : [create(kind, SAMPLES[kind] as NewRow<StoredKind>)]),
  ])

/** An organisation with few details. */
export const anOrganisation = (
  id: string,
  changed: Partial<EntityMap['organisation']> = {},
): NewRow<'organisation'> => ({
  ...SAMPLES.organisation,
  id,
  name: id,
  csvId: null,
  companyNumber: null,
  charityNumber: null,
  broughtById: null,
  claimedAt: null,
  ...changed,
})

/** Times and ids for changes. */
export const createEffectContext = (): EffectContext => {
  let count = 0
  return { now: '2026-11-21T09:00:00.000Z', newId: () => `id-${++count}` }
}
