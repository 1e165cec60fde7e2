import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Actor } from '#domain/actor'
import type { Permission } from '#domain/authority'
import { samples } from './store/samples.ts'

/** One line of the permission table: who may do this, in which statuses of the subject and of its round. */
export interface Line {
  subject: string
  action: string
  who: readonly string[]
  /** Statuses of the subject; types where it is an organisation. */
  statuses: readonly string[]
  rounds: readonly string[]
  /** What must hold besides, in words. */
  guard: string
  /**
   * Who approves it where the market operator does it, and when: `owner`, or `ownerIfAny` where the owner does as long as it has
   * people, else another of the operator's staff. Then the statuses of the subject or of its round in which it is so, if it is
   * not so always; `any` and `operator` say always as well, `widening` that it depends on what is held already.
   */
  second: readonly string[]
}

const words = (cell: string): string[] => cell.split(' ')

/** The permission table, written by hand from the market's rules (1.3) and not from the definitions. */
export const lines: readonly Line[] = parse<
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

const OWNER = samples.project.supplierId
const AREA = samples.project.lpaId

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
      ? [{ clientId: OWNER, roundId: samples.round.id, permissions, hasEnded: false }]
      : [],
  })
const authorityOf = (lpaId: string) =>
  person({ groups: ['lpa'], organisationId: `council of ${lpaId}`, organisationType: 'LPA', lpaId })

/** The kinds of people whom the table is tried on, and what the table calls each of them. */
export const people: Record<string, { actor: Actor; is: readonly string[] }> = {
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
  'another participant': { actor: participant('rival'), is: ['participants', 'everyone'] },
  'agent with both permissions': {
    actor: agentWith(['RegisterForRound', 'MakeOffersOrBids']),
    is: ['named-agent', 'agent-registers', 'agent-offers', 'everyone'],
  },
  'agent that may make offers and bids': {
    actor: agentWith(['MakeOffersOrBids']),
    is: ['named-agent', 'agent-offers', 'everyone'],
  },
  'agent that may register': {
    actor: agentWith(['RegisterForRound']),
    is: ['named-agent', 'agent-registers', 'everyone'],
  },
  'agent without authority': { actor: agentWith(null), is: ['named-agent', 'everyone'] },
  'agent that brought it': {
    actor: person({ groups: ['agent'], organisationId: 'bringing-agency', organisationType: 'AGENT' }),
    is: ['bringing-agency', 'everyone'],
  },
  'somebody without an organisation': { actor: person({}), is: ['everyone'] },
}
