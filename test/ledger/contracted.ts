import { type Change, create } from '#actions/kit/changes'
import type { Credit } from '#domain/credit/credit'
import type { Requirement } from '#domain/project/requirement'
import { readActor } from '#server/auth/sessions'
import { runAction } from '#server/runner/run-action'
import { aService } from '../builders/market.ts'
import { sampleRow, startWorld } from '../http/world.ts'

const costs = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }
const habitat = { module: 'NA', broadHabitat: 'NA', habitatType: null, distinctiveness: null } as const

const project = (id: string): Change =>
  sampleRow('project', {
    id,
    name: id,
    supplierId: 'farm',
    roundId: 'settled',
    agentId: null,
    groupId: null,
    unchangedSinceRoundId: null,
    endedAs: null,
    costs,
    offer: 1_000,
    status: 'Contracted',
  })

const requirement = (id: string, type: Requirement['type']): Change[] => [
  sampleRow('requirement', {
    id,
    name: id,
    type,
    buyerId: 'builder',
    roundId: 'settled',
    agentId: null,
    groupId: null,
    redeemedAt: null,
    redemptionDate: '2026-03-01',
    status: 'RightsCreated',
  }),
  ...(['CreditSupplyAgreement', 'CreditAllocationCertificate'] as const).map(tag =>
    sampleRow('filedDocument', {
      id: `${id}-${tag}`,
      ownerKind: 'requirement',
      ownerId: id,
      tag,
      uploadedBy: 'olga',
    }),
  ),
  sampleRow('filedDocument', {
    id: `${id}-notice`,
    ownerKind: null,
    ownerId: null,
    tag: null,
    uploadedBy: 'olga',
  }),
]

const credit = (id: string, of: string, part: Partial<Credit>, units: number, first: number): Change =>
  create('credit', {
    roundId: 'settled',
    projectId: of,
    serviceId: `${of}-service`,
    requirementId: null,
    type: 'NutrientMitigationPhosphorous',
    status: 'RightsCreated',
    isReserved: false,
    isPermanent: of === 'wetland',
    years: of === 'wetland' ? null : 1,
    ...habitat,
    ...part,
    id,
    units,
    unitsPerPeriod: [{ start: '2026-01-01', end: of === 'wetland' ? null : '2027-01-01', units, first }],
  })

/**
 * A settled round with contracts: a permanent wetland and a cover crop for a year, with ten credits each. The homes have
 * bought from both, the sheds from the cover crop only, and an investor from the wetland.
 */
const contracted = (): Change[] => [
  sampleRow('round', { id: 'settled', name: 'Round 0', marketId: 'levels', status: 'Settled' }),
  project('wetland'),
  project('cover'),
  sampleRow('service', {
    ...aService({ id: 'wetland-service', projectId: 'wetland' }),
    standardId: 'BsiFlex704',
  }),
  sampleRow('service', {
    ...aService({ id: 'cover-service', projectId: 'cover', duration: 'OneYear' }),
    standardId: 'BsiFlex704',
  }),
  ...requirement('estate-homes', 'Buyer'),
  ...requirement('sheds', 'Buyer'),
  ...requirement('fund', 'Investor'),
  credit('homes-for-ever', 'wetland', { requirementId: 'estate-homes' }, 40_000, 1),
  credit('fund-for-ever', 'wetland', { requirementId: 'fund' }, 30_000, 40_001),
  credit('wetland-reserve', 'wetland', { isReserved: true }, 10_000, 70_001),
  credit('wetland-unused', 'wetland', { status: 'Unused' }, 20_000, 80_001),
  credit('homes-for-a-year', 'cover', { requirementId: 'estate-homes' }, 50_000, 1),
  credit('sheds-for-a-year', 'cover', { requirementId: 'sheds' }, 30_000, 50_001),
  credit('cover-unused', 'cover', { status: 'Unused' }, 20_000, 80_001),
]

/** The settled round, with a way for the operator to act in it. */
export const contractedWorld = async () => {
  const world = await startWorld(...contracted())
  const operator = await readActor(world.store.db, 'olga')
  const does = async (
    actionName: string,
    kind: 'project' | 'requirement' | 'case',
    subjectId: string,
    values: Record<string, unknown> = { confirmed: true },
    now = '2026-02-01T12:00:00.000Z',
  ) =>
    runAction(
      { ...world.runtime, now: () => now },
      { actor: operator!, kind, subjectId, actionName, submission: { values } },
    )
  let reports = 0
  const verifies = async (id: string, answers: Record<string, unknown> = { isPass: true }) => {
    const documentId = `${id}-report-${(reports += 1)}`
    await world.store.transaction(tx =>
      tx.apply(
        [
          sampleRow('filedDocument', {
            id: documentId,
            ownerKind: null,
            ownerId: null,
            tag: null,
            uploadedBy: 'olga',
          }),
        ],
        { now: '2026-02-01T12:00:00.000Z', newId: () => documentId },
      ),
    )
    return does('Verify', 'project', id, {
      date: '2026-01-31',
      name: 'Ines Plover',
      organisation: 'Plover Surveys',
      ...answers,
      verificationReport: { id: documentId, name: 'report.pdf' },
    })
  }
  const redeems = (id: string, now?: string) =>
    does('RedeemCredits', 'requirement', id, { file: { id: `${id}-notice`, name: 'notice.pdf' } }, now)
  const statuses = async (...ids: string[]) => {
    const rows = await world.store.read.list('credit', { id: ids })
    return ids.map(id => rows.find(row => row.id === id)?.status)
  }
  return { ...world, does, verifies, redeems, statuses }
}
export type ContractedWorld = Awaited<ReturnType<typeof contractedWorld>>
