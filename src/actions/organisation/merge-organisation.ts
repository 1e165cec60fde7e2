import type { Instant } from '@credit-market/values/dates'
import { englishListFormat } from '@credit-market/values/formats'
import { findSimilarOrganisations } from '#domain/people/look-alikes'
import {
  canHaveRegisteredNumbers,
  isOrganisationActive,
  type Organisation,
} from '#domain/people/organisation'
import {
  authoritiesMovedByMerger,
  participationsMovedByMerger,
  findMergerObstacles,
} from '#domain/match/merger'
import type { Round } from '#domain/round/round'
import { endOfAccount, NEW_ACCOUNT_WAIT } from '#domain/money/payment-run'
import { notify } from '../notices/tell.ts'
import { action } from '../kit/action.ts'
import { addQuote, addRemark, update, type Change, type Read } from '../kit/changes.ts'
import { confirm, longText, notStored, oneOfGiven } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const stakeOf = async (read: Read, { id }: Organisation) => ({
  participations: await read.list('participation', { organisationId: id }),
  projects: await read.list('project', { supplierId: id }),
  requirements: await read.list('requirement', { buyerId: id }),
  authorities: [
    ...(await read.list('agentAuthority', { clientId: id })),
    ...(await read.list('agentAuthority', { agentId: id })),
  ],
})

/** Everything that a merger needs: both organisations, their things in rounds, and other references to the one that goes. */
const mergerOf = async (read: Read, one: Organisation, intoId: string) => {
  const into = await read.one('organisation', intoId)
  if (!into) throw new Error(`There is no organisation ${intoId}`)
  const [stake, stakeOfOther] = [await stakeOf(read, one), await stakeOf(read, into)]
  const roundIds = [stake, stakeOfOther].flatMap(side =>
    [...side.participations, ...side.projects, ...side.requirements, ...side.authorities].map(
      ({ roundId }) => roundId,
    ),
  )
  const rounds = new Map<string, Round>(
    (await read.list('round', { id: [...new Set(roundIds)] })).map(round => [round.id, round]),
  )
  const ties = [
    ...(await read.list('organisationTie', { organisationId: one.id, tie: 'CommonControl' })),
    ...(await read.list('organisationTie', { otherId: one.id, tie: 'CommonControl' })),
  ]
  return {
    into,
    why: findMergerObstacles({ ...one, ...stake }, { ...into, ...stakeOfOther }, rounds),
    participations: participationsMovedByMerger(stake, rounds),
    authorities: authoritiesMovedByMerger(one.id, stake, stakeOfOther, rounds),
    projects: stake.projects,
    requirements: stake.requirements,
    projectGroups: await read.list('projectGroup', { supplierId: one.id }),
    requirementGroups: await read.list('requirementGroup', { buyerId: one.id }),
    users: await read.list('user', { organisationId: one.id }),
    invitations: await read.list('invitation', { organisationId: one.id, completedAt: null }),
    estimates: await read.list('savedEstimate', { organisationId: one.id }),
    clients: await read.list('organisation', { broughtById: one.id }),
    former: await read.list('organisation', { mergedIntoId: one.id }),
    // Statements about the two organisations themselves become history.
    ties: ties.filter(tie => ![tie.organisationId, tie.otherId].includes(into.id)),
  }
}
type Merger = Awaited<ReturnType<typeof mergerOf>>

const counted = (things: readonly unknown[], one: string, several: string): string[] =>
  things.length === 0 ? [] : [`${things.length} ${things.length === 1 ? one : several}`]

const list = englishListFormat()

const movingText = (parts: readonly string[], from: string, to: string): string =>
  parts.length === 0
    ? `Nothing will move from ${from} to ${to}`
    : `${list.format(parts)} will move from ${from} to ${to}, with all credits`

const wherePaid = (from: string, { name, iban }: Organisation): string =>
  iban === null
    ? `Payments to ${from} will wait until ${name} has a bank account`
    : `Payments to ${from} will go to the bank account of ${name} ending ${endOfAccount(iban)}, after ${NEW_ACCOUNT_WAIT}`

const whatMoves = ({ name, type }: Organisation, merger: Merger): string[] => [
  movingText(
    [
      ...counted(merger.users, 'person', 'people'),
      ...counted(merger.projects, 'project', 'projects'),
      ...counted(merger.requirements, 'credit requirement', 'credit requirements'),
      ...counted([...merger.projectGroups, ...merger.requirementGroups], 'group', 'groups'),
      ...counted(merger.participations, 'participation', 'participations'),
      ...counted(merger.authorities, 'authority', 'authorities'),
      ...counted(merger.invitations, 'open invitation', 'open invitations'),
      ...counted(merger.estimates, 'saved estimate', 'saved estimates'),
    ],
    name,
    merger.into.name,
  ),
  `People can still see ${name} with its history and results, marked as merged into ${merger.into.name}`,
  ...(type === 'PARTICIPANT' ? [wherePaid(name, merger.into)] : []),
]

const moved = ({ into, ...merger }: Merger, one: Organisation, now: Instant): Change[] => [
  // Groups first: their members move with them.
  ...merger.projectGroups.map(group => update('projectGroup', group, { supplierId: into.id })),
  ...merger.requirementGroups.map(group => update('requirementGroup', group, { buyerId: into.id })),
  ...merger.projects.map(project => update('project', project, { supplierId: into.id })),
  ...merger.requirements.map(requirement => update('requirement', requirement, { buyerId: into.id })),
  ...merger.participations.map(present => update('participation', present, { organisationId: into.id })),
  ...merger.authorities.map(held =>
    update('agentAuthority', held, held.agentId === one.id ? { agentId: into.id } : { clientId: into.id }),
  ),
  ...merger.users.map(user => update('user', user, { organisationId: into.id })),
  ...merger.invitations.map(invitation => update('invitation', invitation, { organisationId: into.id })),
  ...merger.estimates.map(estimate => update('savedEstimate', estimate, { organisationId: into.id })),
  ...merger.clients.map(client => update('organisation', client, { broughtById: into.id })),
  ...merger.former.map(former => update('organisation', former, { mergedIntoId: into.id, mergedAt: now })),
  ...merger.ties.map(tie =>
    update(
      'organisationTie',
      tie,
      tie.organisationId === one.id
        ? { organisationId: into.id }
        : { otherId: into.id, otherName: into.name },
    ),
  ),
]

/** Merges two organisations that are the same: everything of one goes to the other, and its history stays. */
export const mergeOrganisation = action({
  name: 'MergeOrganisation',
  on: 'organisation',
  title: 'Merge into another organisation',
  binds: {
    verb: 'Merge the organisations',
    undone: 'You cannot undo this.',
  },
  description:
    'Use this if an organisation is in the market twice. Its people, projects, requirements, credits and authorities to act move to the organisation that you keep. People can still see its history.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: one =>
    canHaveRegisteredNumbers(one.type)
      ? isOrganisationActive(one)
      : 'Only participants and agencies can be merged',
  given: async (read, organisation) => {
    const { id, type } = organisation
    const all = await read.list('organisation', { type, mergedIntoId: null })
    const others = all.filter(other => other.id !== id)
    const alike = findSimilarOrganisations(organisation, others)
    // Similar organisations come first.
    return {
      others: [
        ...alike.map(other => ({ id: other.id, name: `${other.name} (${other.reasons.join(', ')})` })),
        ...others
          .filter(other => !alike.some(one => one.id === other.id))
          .map(other => ({ id: other.id, name: other.name })),
      ],
    }
  },
  fields: {
    intoId: notStored(oneOfGiven('Organisation to keep', 'others')),
    reason: notStored(longText('Why are they the same organisation?', 3)),
    confirmed: confirm('Both are the same organisation'),
  },
  reads: (read, one, { intoId }) => mergerOf(read, one, intoId),
  preview: ({ subject, reads: merger }) =>
    merger.why.length > 0
      ? { refused: { intoId: merger.why.join('. ') } }
      : { preview: whatMoves(subject, merger) },
  effect: ({ subject, values: { reason }, reads: merger, now }) => [
    ...moved(merger, subject, now),
    ...(merger.users.length > 0 && merger.into.broughtById !== null && merger.into.claimedAt === null
      ? [update('organisation', merger.into, { claimedAt: now })]
      : []),
    update('organisation', subject, { mergedIntoId: merger.into.id, mergedAt: now }),
    addQuote('organisation', subject, reason),
    addRemark('organisation', merger.into, 'another organisation was merged into it'),
    addQuote('organisation', merger.into, reason),
    notify(
      'merged-with-yours',
      'organisation',
      merger.into,
      { organisationId: merger.into.id },
      { other: subject.name },
    ),
  ],
  done: 'The organisations have been merged',
})
