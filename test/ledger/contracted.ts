import { type Change, create } from '#actions/kit/changes'
import type { Credit } from '#domain/credit/credit'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import { readActor } from '#server/auth/sessions'
import { runAction } from '#server/runner/run-action'
import { aService } from '../builders/market.ts'
import { sampleRow, startWorld } from '../http/world.ts'

const costs = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }
const habitat = { module: 'NA', broadHabitat: 'NA', habitatType: null, distinctiveness: null } as const

/** A project of the settled round that has won, under contract unless something else is said. */
export const soldProject = (id: string, row: Partial<Project> = {}): Change =>
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
    ...row,
  })

/** A requirement of the settled round whose rights have been created, with its documents. */
export const soldRequirement = (id: string, type: Requirement['type']): Change[] => [
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

/** A credit of a project of the settled round: for ever, but for a year from the cover crop. */
export const soldCredit = (
  id: string,
  of: string,
  part: Partial<Credit>,
  units: number,
  first: number,
): Change =>
  create('credit', {
    roundId: 'settled',
    projectId: of,
    serviceId: `${of}-service`,
    requirementId: null,
    type: 'NutrientMitigationPhosphorous',
    status: 'RightsCreated',
    isReserved: false,
    isPermanent: of !== 'cover',
    years: of === 'cover' ? 1 : null,
    ...habitat,
    ...part,
    id,
    units,
    unitsPerPeriod: [{ start: '2026-01-01', end: of === 'cover' ? '2027-01-01' : null, units, first }],
  })

/**
 * A settled round with contracts: a permanent wetland and a cover crop for a year, with ten credits each. The homes have
 * bought from both, the sheds from the cover crop only, and an investor from the wetland.
 */
const contracted = (): Change[] => [
  soldProject('wetland'),
  soldProject('cover'),
  sampleRow('service', {
    ...aService({ id: 'wetland-service', projectId: 'wetland' }),
    standardId: 'BsiFlex704',
  }),
  sampleRow('service', {
    ...aService({ id: 'cover-service', projectId: 'cover', duration: 'OneYear' }),
    standardId: 'BsiFlex704',
  }),
  ...soldRequirement('estate-homes', 'Buyer'),
  ...soldRequirement('sheds', 'Buyer'),
  ...soldRequirement('fund', 'Investor'),
  soldCredit('homes-for-ever', 'wetland', { requirementId: 'estate-homes' }, 40_000, 1),
  soldCredit('fund-for-ever', 'wetland', { requirementId: 'fund' }, 30_000, 40_001),
  soldCredit('wetland-reserve', 'wetland', { isReserved: true }, 10_000, 70_001),
  soldCredit('wetland-unused', 'wetland', { status: 'Unused' }, 20_000, 80_001),
  soldCredit('homes-for-a-year', 'cover', { requirementId: 'estate-homes' }, 50_000, 1),
  soldCredit('sheds-for-a-year', 'cover', { requirementId: 'sheds' }, 30_000, 50_001),
  soldCredit('cover-unused', 'cover', { status: 'Unused' }, 20_000, 80_001),
]

/** The settled round, with a way for the operator to act in it, and other sales than the usual ones if some are given. */
export const contractedWorld = async (sales: readonly Change[] = contracted()) => {
  const world = await startWorld(
    sampleRow('round', { id: 'settled', name: 'Round 0', marketId: 'levels', status: 'Settled' }),
    ...sales,
  )
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
