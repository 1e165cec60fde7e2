import { actionsOn } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { everyFrom } from '#actions/kit/available'
import type { TouchedThing } from '#actions/notices/told'
import { ANSWERED_BY } from '#domain/notice'
import type { Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { Kysely } from 'kysely'
import { ask } from '../../store/rows.ts'
import type { Database } from '../../store/tables.ts'

const everyDuring = ({ during }: Action): readonly string[] | undefined =>
  during && ('operator' in during ? [...during.operator, ...during.others] : during)

/** The actions on a kind of thing that somebody may still do: in its status, where that is known, and in that of its round. */
export const possible = (kind: Kind, status: string | null, round: string | undefined): string[] =>
  actionsOn(kind)
    .filter(
      one =>
        (status === null || (everyFrom(one)?.includes(status) ?? true)) &&
        (round === undefined || (everyDuring(one)?.includes(round) ?? true)),
    )
    .map(one => one.name)

/** The kinds of things in a round on which notices wait for something. */
const IN_ROUND = ['project', 'requirement', 'participation', 'agentAuthority'] as const

/** What was done on what, what else it touched, and the status in which its round is by then. */
interface DoneNow {
  on: { kind: Kind; id: string }
  action: string
  /** What the act was sent with. */
  values: Readonly<Record<string, unknown>>
  touched: readonly TouchedThing[]
  round: string | undefined
  now: Instant
}

/** Ends what was waited for in inboxes and is done now, or cannot be done any more. */
export const endWaiting = async (
  db: Kysely<Database>,
  { on, action, values, touched, round, now }: DoneNow,
): Promise<void> => {
  const things = touched.flatMap(({ kind, id, status }) => {
    const isIt = kind === on.kind && id === on.id
    return isIt || status !== null
      ? [
          {
            kind,
            id,
            done: isIt ? [action] : [],
            answers: Object.values(values).filter(value => typeof value === 'string'),
            possible: possible(kind, status, kind === 'round' ? undefined : round),
          },
        ]
      : []
  })
  const moved = touched.find(({ kind, status }) => kind === 'round' && status !== null)
  const inRound = moved
    ? IN_ROUND.map(kind => ({
        kind,
        id: moved.id,
        possible: possible(kind, null, moved.status ?? undefined),
      }))
    : []
  await Promise.all([
    ask(db, END_ON_THINGS, [JSON.stringify(things), now]),
    ...(inRound.length > 0 ? [ask(db, END_IN_ROUND, [JSON.stringify(inRound), now])] : []),
    ...(on.kind === 'agentAuthority' ? [ask(db, END_OF_AGENTS, [on.id, now])] : []),
    ...(on.kind === 'user' ? [ask(db, END_OF_OPERATORS, [on.id, now])] : []),
  ])
}

const OPEN = `item.ended_at is null and item.waits_for <> '{}'`

// One of several that were asked the same ends only by the answer to it.
const IS_ANSWERED = `(item.facts ->> '${ANSWERED_BY}' is null or item.facts ->> '${ANSWERED_BY}' = any(thing.answers))`

const END_ON_THINGS = `update inbox_item item set ended_at = $2
  from jsonb_to_recordset($1::jsonb) as thing (kind text, id text, done text[], answers text[], possible text[])
  where item.subject_id = thing.id and item.subject_kind = thing.kind and ${OPEN}
    and (item.waits_for && thing.done and ${IS_ANSWERED} or not item.waits_for && thing.possible)`

const END_IN_ROUND = `update inbox_item item set ended_at = $2
  from jsonb_to_recordset($1::jsonb) as moved (kind text, id text, possible text[])
  where item.round_id = moved.id and item.subject_kind = moved.kind and ${OPEN} and not item.waits_for && moved.possible`

// An agent who may no longer make offers or bids for a client is not waited for.
const END_OF_AGENTS = `update inbox_item item set ended_at = $2 from agent_authority held, "user" person
  where held.id = $1 and item.round_id = held.round_id and item.organisation_id = held.client_id and item.user_id = person.id
    and person.organisation_id = held.agent_id and ${OPEN}
    and not (held.status = 'Approved' and 'MakeOffersOrBids' = any(held.permissions))`

const END_OF_OPERATORS = `update inbox_item item set ended_at = $2 from "user" person, organisation
  where person.id = $1 and item.user_id = person.id and ${OPEN} and organisation.id = person.organisation_id
    and organisation.type = 'OPER' and not person.groups && '{admin,sysadmin}'`
