import { expect, it } from 'vitest'
import { actionsOn } from '#actions/index'
import { available } from '#actions/kit/available'
import { STATUSES } from '#contract/nouns'
import type { SubjectOf } from '#domain/entities'
import { LEFT_BEHIND } from '#domain/end-of-round'
import { people } from './permissions.ts'
import { samples } from './store/samples.ts'

const KINDS = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'requirement',
  'projectGroup',
  'requirementGroup',
] as const
const round = { ...samples.round, status: 'Settled' as const }

/** The statuses in which things of a kind may be once their round is settled. */
const endedStatuses = (kind: (typeof KINDS)[number]): readonly string[] => {
  const gone: readonly string[] = {
    round: STATUSES.round?.filter(status => status !== 'Settled') ?? [],
    project: [...LEFT_BEHIND.project, 'Offered'],
    requirement: [...LEFT_BEHIND.requirement, 'Bid'],
    participation: LEFT_BEHIND.participation,
    agentAuthority: LEFT_BEHIND.agentAuthority,
    projectGroup: [],
    requirementGroup: [],
  }[kind]
  return (STATUSES[kind] ?? ['-']).filter(status => !gone.includes(status))
}

it('in a settled round only what belongs there is offered: contracts, delivery, use, another round, and talk', () => {
  const offered = Object.fromEntries(
    KINDS.flatMap(kind =>
      endedStatuses(kind).map(status => {
        const subject = { ...samples[kind], status } as SubjectOf<typeof kind>
        const to = Object.values(people).map(({ actor }) => actor)
        const names = actionsOn(kind)
          .filter(action => action.who.some(who => who.name !== 'system'))
          .filter(action =>
            to.some(actor => available(action, actor, subject, { round, today: '2026-02-01' }) === true),
          )
          .map(({ name }) => name)
        return [`${kind} ${status}`, names.join(' ')]
      }),
    ),
  )
  const again = 'Reregister ReplaceDocument Comment'
  const evidence = 'AskForEvidence SupplyEvidence'
  const talk = 'ReplaceDocument ReplaceCertificate RevokeCertificate Comment'
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
