import type { Actor } from '#domain/actor'
import type { Organisation } from '#domain/organisation'
import type { Participation } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { Round } from '#domain/round'
import type { Service } from '#domain/service'
import { samples } from '../store/samples.ts'

/** A round of a phosphorous and biodiversity market, open for registration with every window open on 1 June 2025. */
export const aRound = (round: Partial<Round> = {}): Round => ({
  ...samples.round,
  id: 'round-1',
  version: 1,
  marketId: 'market-1',
  name: 'Round 1',
  status: 'Open',
  services: ['Biodiversity', 'NutrientMitigationPhosphorous'],
  standardIds: ['BS8683'],
  projectTypeIds: ['WetlandCreation'],
  ncaIds: ['NCA143'],
  lpaIds: ['Somerset'],
  subcatchmentIds: ['Tone'],
  bidderType: 'BuyersAndInvestors',
  ampEnd: '2030-03-31',
  suppliersStart: '2025-05-01',
  suppliersEnd: '2025-06-30',
  buyersStart: '2025-05-01',
  buyersEnd: '2025-06-30',
  projectsStart: '2025-05-01',
  projectsEnd: '2025-06-30',
  requirementsStart: '2025-05-01',
  requirementsEnd: '2025-06-30',
  hasReserve: null,
  reserveBasisPoints: null,
  reserveAppliesTo: null,
  agreedWithEMB: null,
  tellsCriticalAmounts: true,
  rejectionReason: null,
  settledAt: null,
  ...round,
})

/** Avon Farm, a landholder. */
export const anOrganisation = (organisation: Partial<Organisation> = {}): Organisation => ({
  ...samples.organisation,
  id: 'avon-farm',
  version: 1,
  type: 'PARTICIPANT',
  csvId: null,
  name: 'Avon Farm',
  contact: 'Ann Avon',
  email: 'ann@avon.example',
  phone: '+441934000000',
  mailingAddress: 'Avon Farm, Somerset',
  lpaId: null,
  companyNumber: null,
  charityNumber: null,
  holdingNumber: null,
  broughtById: null,
  claimedAt: null,
  ...organisation,
})

/** Avon Farm's registration as a supplier in the round. */
export const aParticipation = (participation: Partial<Participation> = {}): Participation => ({
  ...samples.participation,
  id: 'participation-1',
  version: 1,
  organisationId: 'avon-farm',
  roundId: 'round-1',
  capacity: 'Supplier',
  status: 'Registered',
  statusBefore: null,
  reason: null,
  ...participation,
})

/** A wetland that Avon Farm offers for £1,000, with £400 of costs. */
export const aProject = (project: Partial<Project> = {}): Project => ({
  ...samples.project,
  id: 'wetland',
  version: 1,
  roundId: 'round-1',
  supplierId: 'avon-farm',
  agentId: null,
  name: 'Wetland',
  typeId: 'WetlandCreation',
  status: 'Offered',
  isFixedTerm: false,
  mitigationDurations: [],
  start: null,
  creditTypes: ['NutrientMitigationPhosphorous'],
  ncaId: 'NCA143',
  lpaId: 'Somerset',
  subcatchmentId: 'Tone',
  gridReference: null,
  latitude: null,
  longitude: null,
  threeWords: null,
  nearAddress: null,
  screeningComment: null,
  certification: null,
  reviewReason: null,
  costs: {
    maintenance: 10_000,
    marketOperator: 10_000,
    complianceMonitoring: 10_000,
    performanceMonitoring: 10_000,
  },
  offer: 100_000,
  offeredAt: '2025-07-01T09:00:00.000Z',
  groupId: null,
  unchangedSinceRoundId: null,
  endedAs: null,
  ...project,
})

/** Ten permanent phosphorous credits of the wetland, from 1 January 2026. */
export const aService = (service: Partial<Service> = {}): Service => ({
  ...samples.service,
  id: 'wetland-phosphorous',
  version: 1,
  projectId: 'wetland',
  type: 'NutrientMitigationPhosphorous',
  status: 'Certified',
  duration: 'Permanent',
  module: 'NA',
  broadHabitat: 'NA',
  habitatType: null,
  distinctiveness: null,
  condition: null,
  size: 20_000,
  sizeUnit: 'Ha',
  strategicSignificance: null,
  mitigationBegins: '2026-01-01',
  creationDate: null,
  units: 100_000,
  baselineUnitsLost: null,
  yearsToTargetCondition: null,
  gainsPerYear: [],
  standardId: 'BS8683',
  decision: 'Yes',
  ...service,
})

/** Brook Homes needs two ongoing phosphorous credits from 1 January 2026 and bids £5,000. */
export const aRequirement = (requirement: Partial<Requirement> = {}): Requirement => ({
  ...samples.requirement,
  id: 'brook-homes-phosphorous',
  version: 1,
  roundId: 'round-1',
  buyerId: 'brook-homes',
  agentId: null,
  name: 'Brook Homes',
  type: 'Buyer',
  status: 'Bid',
  creditType: 'NutrientMitigationPhosphorous',
  nutrientType: 'ongoing',
  nutrientOngoingUnits: 20_000,
  nutrientAdditionalUnits: null,
  nutrientAcceptOngoingOnly: null,
  bioBroadHabitat: null,
  bioHabitatType: null,
  bioDistinctiveness: null,
  bioUnits: null,
  bioIsDivisible: null,
  units: null,
  isDivisible: null,
  module: null,
  distinctiveness: null,
  broadHabitat: null,
  nearAddress: '1 High Street, Taunton',
  gridReference: null,
  latitude: null,
  longitude: null,
  threeWords: null,
  planningRef: null,
  ncaId: null,
  lpaId: 'Somerset',
  subcatchmentId: 'Tone',
  redemptionDate: '2026-01-01',
  certificateDate: null,
  redeemedAt: null,
  bid: 500_000,
  bidOngoingOnly: null,
  acceptOngoingOnly: null,
  bidAt: '2025-07-02T09:00:00.000Z',
  groupId: null,
  endedAs: null,
  ...requirement,
})

/** Ann of Avon Farm, a participant's user. */
export const anActor = (actor: Partial<Actor> = {}): Actor => ({
  userId: 'ann',
  name: 'Ann Avon',
  groups: ['participant'],
  organisationId: 'avon-farm',
  organisationType: 'PARTICIPANT',
  lpaId: null,
  authorities: [],
  ...actor,
})

/** Olive of the market operator. */
export const anOperator = (): Actor =>
  anActor({
    userId: 'olive',
    name: 'Olive',
    groups: ['admin'],
    organisationId: 'operator',
    organisationType: 'OPER',
  })
