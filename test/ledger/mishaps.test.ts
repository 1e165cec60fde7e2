import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '#actions/kit/changes'
import type { CaseType } from '#domain/case/case'
import type { ProjectStatus } from '#domain/project/project'
import type { RequirementStatus } from '#domain/project/requirement'
import { endPastRectifications } from '#server/jobs/end-rectifications'
import { listLedgerFaults } from '#server/store/ledger-check'
import { runJobs } from '#server/tasks/schedule'
import { aService } from '../builders/market.ts'
import { sampleRow } from '../http/world.ts'
import {
  type ContractedWorld,
  contractedWorld,
  soldCredit,
  soldProject,
  soldRequirement,
} from './contracted.ts'

/** A mishap with a project in a status, or with the requirement that it supplies. */
interface Mishap {
  type: CaseType
  project: ProjectStatus
  requirement: RequirementStatus
}

/** Statuses of a sold project, each with the last one that its requirement can have. */
const SOLD: readonly (readonly [ProjectStatus, RequirementStatus])[] = [
  ['Matched', 'RightsCreated'],
  ['Contracted', 'RightsCreated'],
  ['Contracted', 'RightsAllocated'],
  ['FailedVerification', 'RightsAllocated'],
  ['Verified', 'CreditsIssued'],
  ['Monitoring', 'CreditsRedeemed'],
]
const TYPES: readonly CaseType[] = [
  ...(['DeliveryFailure', 'LateDelivery', 'Dispute', 'IssuedInError', 'BuyerDefault'] as const),
]
const MISHAPS: readonly Mishap[] = [
  ...TYPES.flatMap(type => SOLD.map(([project, requirement]) => ({ type, project, requirement }))),
  ...SOLD.slice(0, 3).map(([project, requirement]) => ({
    ...{ type: 'WillNotSign' as const, project, requirement },
  })),
]
const nameOf = (nth: number) => ({ project: `farm-${nth}`, requirement: `homes-${nth}` })

/** A project with ten credits: six that a requirement has bought, one in reserve, and three unsold. */
const sale = ({ project: status }: Mishap, nth: number): Change[] => {
  const { project, requirement } = nameOf(nth)
  return [
    soldProject(project, { status, agreementRef: 'NBPA/1', obligationRef: 'S106/1' }),
    sampleRow('service', {
      ...aService({ id: `${project}-service`, projectId: project }),
      standardId: 'BsiFlex704',
    }),
    ...soldRequirement(requirement, 'Buyer'),
    soldCredit(`${project}-sold`, project, { requirementId: requirement }, 60_000, 1),
    soldCredit(`${project}-reserve`, project, { isReserved: true }, 10_000, 60_001),
    soldCredit(`${project}-unused`, project, { status: 'Unused' }, 30_000, 70_001),
  ]
}

const reason = 'As found on the ground'
let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld(MISHAPS.flatMap(sale))
})
afterAll(() => world.close())

const statusOf = async (kind: 'project' | 'requirement' | 'case', id: string) =>
  (await world.store.read.one(kind, id))?.status ?? ''

/** Tries a step; one that is refused changes nothing. */
const tries = (...step: Parameters<ContractedWorld['does']>) => world.does(...step).catch(() => undefined)

const HAPPY_PATH = ['AllocateRights', 'IssueCredits', 'RedeemCredits'] as const
const STATUSES: readonly RequirementStatus[] = [
  ...(['RightsCreated', 'RightsAllocated', 'CreditsIssued', 'CreditsRedeemed'] as const),
]

/** Takes a requirement on to a status, through those before. */
const takesOnTo = async (id: string, status: RequirementStatus) => {
  for (const step of HAPPY_PATH.slice(0, STATUSES.indexOf(status)))
    await (step === 'RedeemCredits' ? world.redeems(id) : world.does(step, 'requirement', id))
  expect(await statusOf('requirement', id)).toBe(status)
}

/** Decides a case of a type with all remedies that it allows, and closes it. */
const REMEDIES: Record<CaseType, (id: string, of: ReturnType<typeof nameOf>) => Promise<unknown>> = {
  DeliveryFailure: async (id, { project, requirement }) => {
    const services = [{ id: `${project}-service`, left: 0 }]
    await world.does('Confirm', 'case', id, { reason, failedSince: '2026-01-20', services })
    await tries('DrawOnReserve', 'case', id, { reason })
    await tries('ReleaseBuyer', 'case', id, { requirement, reason })
    return world.does('Close', 'case', id, { outcome: 'Lost', reason })
  },
  WillNotSign: async (id, { requirement }) => {
    await world.does('Confirm', 'case', id, { reason, services: [] })
    await tries('DrawOnReserve', 'case', id, { reason })
    await tries('ReleaseBuyer', 'case', id, { requirement, reason })
    return world.does('Close', 'case', id, { outcome: 'Lost', reason })
  },
  BuyerDefault: async (id, { requirement }) => {
    await world.does('Confirm', 'case', id, { reason, services: [] })
    await tries('ReleaseBuyer', 'case', id, { requirement, reason })
    return world.does('Close', 'case', id, { reason })
  },
  IssuedInError: async (id, { requirement }) => {
    await world.does('Confirm', 'case', id, { reason, services: [] })
    await tries('Recall', 'case', id, { credits: requirement, reason })
    await tries('Recall', 'case', id, { credits: 'unsold', reason })
    return world.does('Close', 'case', id, { reason })
  },
  Dispute: async id => {
    const days = { ownerPapersBy: '2026-02-03', otherPapersBy: '2026-02-05' }
    await world.does('AskForPapers', 'case', id, { ...days, reason })
    const decision = { reason, finding: 'Each', follows: 'Both wait', services: [] }
    await world.does('Confirm', 'case', id, decision, '2026-02-06T09:00:00.000Z')
    return world.does('Close', 'case', id, { reason })
  },
  LateDelivery: async id => {
    await world.does('SetRectification', 'case', id, { rectifyBy: '2026-02-03', reason })
    const runtime = { ...world.runtime, now: () => '2026-02-04T09:00:00.000Z' }
    await runJobs({ ...world, runtime }, [endPastRectifications])
    await world.does('Confirm', 'case', id, { reason, services: [] })
    return world.does('Close', 'case', id, { reason })
  },
}

describe(`each of ${MISHAPS.length} mishaps ends, and leaves no one stuck`, () => {
  it.each(MISHAPS.map((mishap, nth) => [mishap.type, mishap.project, mishap.requirement, nth] as const))(
    '%s while the project is %s and the requirement %s',
    async (type, _project, status, nth) => {
      const of = nameOf(nth)
      await takesOnTo(of.requirement, status)
      const about = type === 'BuyerDefault' ? ('requirement' as const) : ('project' as const)
      await world.does('ReportConcern', about, of[about], { type, since: '2026-01-20', what: reason })
      const [one] = (await world.store.read.list('case', {})).toReversed()
      await REMEDIES[type](one!.id, of)
      expect(await statusOf('case', one!.id)).toBe('Closed')
      // Everything that is still to be done can be done: credits are redeemed, or the buyer is free.
      await tries('Contract', 'project', of.project)
      if (['Contracted', 'FailedVerification'].includes(await statusOf('project', of.project)))
        await world.verifies(of.project)
      for (const step of HAPPY_PATH.slice(0, 2)) await tries(step, 'requirement', of.requirement)
      await world.redeems(of.requirement).catch(() => undefined)
      expect(['CreditsRedeemed', 'Unmatched']).toContain(await statusOf('requirement', of.requirement))
      expect(['Verified', 'Monitoring', 'Unmatched']).toContain(await statusOf('project', of.project))
    },
  )
  it('and the books of all of them balance', async () => {
    expect(await listLedgerFaults(world.store.db)).toEqual([])
  })
})
