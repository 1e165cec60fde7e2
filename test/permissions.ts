import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Actor } from '#domain/people/actor'
import type { Permission } from '#domain/people/authority'
import { SAMPLES } from './store/samples.ts'

/** One line of the permission table: who may do the action, in which statuses of the subject and of its round. */
export interface PermissionLine {
  subject: string
  action: string
  who: readonly string[]
  /** Statuses of the subject; types for an organisation. */
  statuses: readonly string[]
  rounds: readonly string[]
  /** A further condition, in words. */
  guard: string
  /**
   * Who approves the action of the market operator, and when: `owner`, or `ownerIfAny` if the owner does as long as it
   * has people, otherwise another of the operator’s staff. Then the statuses of the subject or its round in which this
   * applies, if not always; `any` and `operator` also mean always, `widening` that it depends on existing permissions, `deposit` that
   * it depends on whether a line of the bank names one.
   */
  second: readonly string[]
}

const words = (cell: string): string[] => cell.split(' ')

/** The permission table, written by hand from the market's rules (1.3) and not from the definitions. */
export const PERMISSION_LINES: readonly PermissionLine[] = parse<
  Record<'subject' | 'action' | 'who' | 'statuses' | 'rounds' | 'guard', string> & { second?: string }
>(readFileSync(new URL('permissions.csv', import.meta.url)), {
  columns: true,
  relax_column_count_less: true,
}).map(line => ({
  ...line,
  who: words(line.who),
  statuses: words(line.statuses),
  rounds: words(line.rounds),
  second: words(line.second ?? ''),
}))

const OWNER = SAMPLES.project.supplierId
const AREA = SAMPLES.project.lpaId

const person = (more: Partial<Actor>): Actor => ({
  userId: 'somebody',
  name: 'Somebody',
  groups: [],
  organisationId: null,
  organisationType: null,
  lpaId: null,
  authorities: [],
  ...more,
})
const participant = (organisationId: string) =>
  person({ groups: ['participant'], organisationId, organisationType: 'PARTICIPANT' })
const agentWith = (permissions: Permission[] | null) =>
  person({
    groups: ['agent'],
    organisationId: 'agency',
    organisationType: 'AGENT',
    authorities: permissions
      ? [{ clientId: OWNER, roundId: SAMPLES.round.id, permissions, hasEnded: false }]
      : [],
  })
const authorityOf = (lpaId: string) =>
  person({ groups: ['lpa'], organisationId: `council of ${lpaId}`, organisationType: 'LPA', lpaId })

/** The kinds of people for whom the table is tested, and the table’s names for each. */
export const PEOPLE_OF_PERMISSION_TABLE: Record<string, { actor: Actor; is: readonly string[] }> = {
  'system administrator': {
    actor: person({ groups: ['sysadmin'], organisationId: 'operator', organisationType: 'OPER' }),
    is: ['operator', 'everyone'],
  },
  'market operator': {
    actor: person({ groups: ['admin'], organisationId: 'operator', organisationType: 'OPER' }),
    is: ['operator', 'everyone'],
  },
  'planning authority of the area': {
    actor: authorityOf(AREA ?? ''),
    is: ['planning-authority', 'everyone'],
  },
  'another planning authority': { actor: authorityOf('elsewhere'), is: ['everyone'] },
  owner: { actor: participant(OWNER), is: ['owner', 'member', 'participants', 'everyone'] },
  'a participant whom the case concerns': {
    actor: participant('thimble-homes'),
    is: ['concerned', 'participants', 'everyone'],
  },
  'another participant': { actor: participant('rival'), is: ['participants', 'everyone'] },
  'agent with both permissions': {
    actor: agentWith(['RegisterForRound', 'MakeOffersOrBids']),
    is: ['named-agent', 'agent-registers', 'agent-offers', 'agent-of-round', 'everyone'],
  },
  'agent that may make offers and bids': {
    actor: agentWith(['MakeOffersOrBids']),
    is: ['named-agent', 'agent-offers', 'agent-of-round', 'everyone'],
  },
  'agent that may register': {
    actor: agentWith(['RegisterForRound']),
    is: ['named-agent', 'agent-registers', 'agent-of-round', 'everyone'],
  },
  'agent without authority': { actor: agentWith(null), is: ['named-agent', 'everyone'] },
  'agent that brought it': {
    actor: person({ groups: ['agent'], organisationId: 'bringing-agency', organisationType: 'AGENT' }),
    is: ['bringing-agency', 'everyone'],
  },
  'somebody without an organisation': { actor: person({}), is: ['everyone'] },
}
