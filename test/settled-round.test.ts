import { expect, it } from 'vitest'
import { actionsOfKind } from '#actions/index'
import { checkAvailability } from '#actions/kit/available'
import { STATUSES } from '#contract/nouns/nouns'
import type { EntityOfKind } from '#domain/disclosure/entities'
import { UNFINISHED_STATUSES } from '#domain/match/end-of-round'
import { PEOPLE_OF_PERMISSION_TABLE } from './permissions.ts'
import { SAMPLES } from './store/samples.ts'

const KINDS = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'requirement',
  'projectGroup',
  'requirementGroup',
] as const
const round = { ...SAMPLES.round, status: 'Settled' as const }

/** The possible statuses of a kind once its round is settled. */
const endedStatuses = (kind: (typeof KINDS)[number]): readonly string[] => {
  const gone: readonly string[] = {
    round: STATUSES.round?.filter(status => status !== 'Settled') ?? [],
    project: [...UNFINISHED_STATUSES.project, 'Offered'],
    requirement: [...UNFINISHED_STATUSES.requirement, 'Bid'],
    participation: UNFINISHED_STATUSES.participation,
    agentAuthority: UNFINISHED_STATUSES.agentAuthority,
    projectGroup: [],
    requirementGroup: [],
  }[kind]
  return (STATUSES[kind] ?? ['-']).filter(status => !gone.includes(status))
}

it('a settled round offers only what belongs there: contracts, delivery, use, another round, and comments', () => {
  const offered = Object.fromEntries(
    KINDS.flatMap(kind =>
      endedStatuses(kind).map(status => {
        const subject = { ...SAMPLES[kind], status } as EntityOfKind<typeof kind>
        const to = Object.values(PEOPLE_OF_PERMISSION_TABLE).map(({ actor }) => actor)
        const names = actionsOfKind(kind)
          .filter(action => action.who.some(who => who.name !== 'system'))
          .filter(action =>
            to.some(
              actor => checkAvailability(action, actor, subject, { round, today: '2026-02-01' }) === true,
            ),
          )
          .map(({ name }) => name)
        return [`${kind} ${status}`, names.join(' ')]
      }),
    ),
  )
  const again = 'Reregister ReplaceDocument Comment'
  const evidence = 'AskForEvidence SupplyEvidence'
  const talk = 'ReportConcern ReplaceDocument ReplaceCertificate RevokeCertificate Comment'
  expect(offered).toEqual({
    'round Settled': 'ApproveAllocation',
    'participation Registered': 'Comment',
    'participation Withdrawn': 'Comment',
    'agentAuthority Approved': '',
    'agentAuthority Rejected': '',
    'project FailedScreening': again,
    'project NotCertified': again,
    'project FailedRound': again,
    'project Unmatched': again,
    'project Matched': `SetNatureBasedAgreement SetSection106Agreement Contract ${evidence} ${talk}`,
    'project Contracted': `SetNatureBasedAgreement SetSection106Agreement Verify ${evidence} ${talk}`,
    'project Verified': `Verify AddComplianceCheck AddPerformanceCheck ${evidence} ${talk}`,
    'project FailedVerification': `Verify ${evidence} ${talk}`,
    'project Monitoring': `Verify AddComplianceCheck AddPerformanceCheck ${evidence} ${talk}`,
    'requirement RightsCreated': `SetCreditSupplyAgreement SetCreditAllocationCertificate AllocateRights ${talk}`,
    'requirement RightsAllocated': `SetCreditSupplyAgreement SetCreditAllocationCertificate IssueCredits ${talk}`,
    'requirement CreditsIssued': `RedeemCredits ${talk}`,
    'requirement CreditsRedeemed': talk,
    'requirement Retired': talk,
    'requirement Unmatched': again,
    'projectGroup -': '',
    'requirementGroup -': '',
  })
})
